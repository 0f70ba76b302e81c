// @ts-check
// The order in which forms that wait for the network are sent, and what becomes of each. offline.js stores and sends them.

// inOrder returns the forms of a reader as they were filled in, the oldest first: one may depend on another before it.
/** @type {(forms: QueuedForm[], reader: string) => QueuedForm[]} */
export const inOrder = (forms, reader) => forms.filter((f) => f.reader === reader).sort((a, b) => a.at - b.at);

// answerTo says what an answer of the site means for a form: 'sent'; 'refused' by the site; 'token', the form needs a fresh CSRF
// token, for which it is asked once; 'later', the site cannot take it now, or the reader must sign in first.
/** @type {(answer: { status: number, ok: boolean, url: string }, again: boolean) => 'sent' | 'refused' | 'token' | 'later'} */
export function answerTo({ status, ok, url }, again) {
  if (status === 403 && !again) return 'token';
  if (status >= 500 || status === 429 || new URL(url).pathname === '/sign-in') return 'later';
  return ok ? 'sent' : 'refused';
}

// sendAll sends forms one after the other and returns how many the site took. It stops where one fails, which must wait with
// those after it. A form that the site has refused is sent again only when all are asked for. The function send returns the
// site's reason for a refusal, or null, and fails when the form must wait.
/** @type {(forms: QueuedForm[], all: boolean, store: { send(f: QueuedForm): Promise<string | null>, drop(f: QueuedForm): Promise<any>, refuse(f: QueuedForm, reason: string): Promise<any> }) => Promise<number>} */
export async function sendAll(forms, all, { send, drop, refuse }) {
  let sent = 0;
  try {
    for (const form of forms) {
      if (form.state === 'refused' && !all) continue;
      const reason = await send(form);
      if (reason) await refuse(form, reason);
      else { await drop(form); sent++; }
    }
  } catch { /* the network has gone again: later */ }
  return sent;
}
