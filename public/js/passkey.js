// @ts-check
// Passkeys: the device makes one, or proves one. What it answers goes to the server with the form it stands in; forms that need
// this are hidden until they can work.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const known = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

const createPasskey = async (o) => {
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey: { ...o, challenge: bytes(o.challenge), user: { ...o.user, id: bytes(o.user.id) }, excludeCredentials: known(o.excludeCredentials) } }));
  const answer = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const { clientDataJSON, attestationObject } = answer;
  return { credential: made, response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject), transports: answer.getTransports?.() ?? [] } };
};

const signChallenge = async (o) => {
  const proof = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey: { ...o, challenge: bytes(o.challenge), allowCredentials: known(o.allowCredentials) } }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = /** @type {AuthenticatorAssertionResponse} */ (proof.response);
  return { credential: proof, response: { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature), userHandle: text(userHandle) } };
};

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue;
  form.hidden = false;
  const button = form.querySelector('button'), status = form.querySelector('[role=status]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = '';
    try {
      const question = await fetch(form.dataset.passkey, { method: 'POST', body: new URLSearchParams({ _csrf: form.elements._csrf.value }) });
      if (!question.ok) throw new Error(question.statusText);
      const { publicKey } = await question.json();
      const { credential, response } = await ('make' in form.dataset ? createPasskey : signChallenge)(publicKey);
      form.elements.credential.value = JSON.stringify({ id: credential.id, rawId: text(credential.rawId), type: credential.type, authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
        clientExtensionResults: credential.getClientExtensionResults(), response });
      form.submit();
    } catch {
      status.textContent = form.dataset.wrong;
      button.disabled = false;
    }
  });
}
