// What the checker of the scripts does not know of workers. Nothing of this is served.

// The engine puts these into its worker; see cmd/oriflamme-wasm and wasm_exec.js.
interface WorkerGlobalScope {
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  oriflamme(operation: string, question: string): string;
  oriflammeReady: (value?: unknown) => void;
}
