// Types of the browser that the checker of the scripts lacks or knows less exactly than the pages do. Nothing of this is
// served. The scripts with // @ts-check are checked by TestScriptTypes.

// What a selector such as 'form[data-odds]' or '.ask button' finds, by the names of the elements that end it.
type Bare<S extends string> = S extends `${infer A}[${string}]${infer B}` ? Bare<`${A}${B}`> : S extends `${infer A}(${string})${infer B}` ? Bare<`${A}${B}`> : S;
type Last<S extends string> = S extends `${string} ${infer B}` ? Last<B> : S;
type Before<S extends string, Mark extends string> = S extends `${infer A}${Mark}${string}` ? A : S;
type Named<S extends string> = S extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[S] : S extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[S] : HTMLElement;
type EachOf<S extends string> = S extends `${infer A}, ${infer B}` ? EachOf<A> | EachOf<B> : Named<Before<Before<Before<Last<S>, ':'>, '.'>, '#'>>;
type Selected<S extends string> = EachOf<Bare<S>>;

interface ParentNode {
  querySelector<S extends string>(selector: S): Selected<S> | null;
  querySelectorAll<S extends string>(selector: S): NodeListOf<Selected<S>>;
}
interface Element {
  closest<S extends string>(selector: S): Selected<S> | null;
  checkVisibility(): boolean;
  role: string | null;
}

// What the pages' listeners get: the target of an event of a page is an element, and of these events that of a form.
type At<E, T> = E & { readonly target: T };
interface PageEvents {
  click: At<MouseEvent, HTMLElement>;
  keydown: At<KeyboardEvent, HTMLElement>;
  pointerdown: At<PointerEvent, HTMLElement>;
  pointermove: At<PointerEvent, HTMLElement>;
  pointerup: At<PointerEvent, HTMLElement>;
  pointercancel: At<PointerEvent, HTMLElement>;
  scroll: At<Event, HTMLElement>;
  touchstart: At<TouchEvent, HTMLElement>;
  touchend: At<TouchEvent, HTMLElement>;
  submit: At<SubmitEvent, HTMLFormElement>;
  change: At<Event, HTMLInputElement>;
  input: At<Event, HTMLInputElement>;
  toggle: Event & { readonly newState: string };
}
interface Document {
  addEventListener<K extends keyof PageEvents>(kind: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
}
interface HTMLElement {
  addEventListener<K extends keyof PageEvents>(kind: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  popover: string | null;
  showPopover(options?: { source?: HTMLElement }): void;
  hidePopover(): void;
}
interface Window {
  addEventListener<K extends keyof PageEvents>(kind: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
}
declare function addEventListener<K extends keyof PageEvents>(kind: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;

// A form that waits for the network, as offline.js stores it.
interface QueuedForm {
  key: string; // the idempotency key of the form
  reader: string;
  at: number; // when it was filled in, in milliseconds
  url: string;
  body: [string, FormDataEntryValue][];
  kind: string; // which phrase names it
  title: string;
  said: string; // the answer in short
  state: 'waiting' | 'refused';
  text?: string; // why the site has refused it
  told?: any; // what the engine said of it
}

// The fields of a form by name, and what newer browsers know.
interface HTMLFormControlsCollection { [name: string]: any }
interface Window { oriflammeSearch?: Record<string, any> } // what the files of the search's index add
interface Navigator { readonly connection?: { readonly saveData: boolean } }
interface AuthenticatorAttestationResponse { getTransports(): string[] }
interface PublicKeyCredential { readonly authenticatorAttachment: string | null }
