// @ts-check
// The notification preferences: this browser asks its push service for an address.

const form = document.querySelector('form[data-push]');
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

async function serviceWorker() {
  await navigator.serviceWorker.register('/sw.js');
  return navigator.serviceWorker.ready;
}

// Asks the reader, then the push service. A subscription made for another key is cancelled first.
async function subscribe(key) {
  if (await Notification.requestPermission() !== 'granted') throw new Error('refused');
  const { pushManager } = await serviceWorker();
  const old = await pushManager.getSubscription();
  if (old && text(old.options.applicationServerKey) !== key) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

if (form && 'serviceWorker' in navigator && 'PushManager' in self && 'Notification' in self && isSecureContext) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    if (form.elements.endpoint.value) return;
    event.preventDefault();
    const wrong = form.querySelector('[role=alert]');
    try {
      const given = await subscribe(form.dataset.push);
      form.elements.endpoint.value = given.endpoint;
      form.elements.p256dh.value = text(given.getKey('p256dh'));
      form.elements.auth.value = text(given.getKey('auth'));
      form.requestSubmit();
    } catch {
      wrong.textContent = form.dataset.refused;
      wrong.hidden = false;
    }
  });
  // Removing this browser from the list also cancels its subscription.
  for (const other of document.querySelectorAll('[data-device]')) {
    other.addEventListener('submit', () => {
      serviceWorker().then((w) => w.pushManager.getSubscription()).then((s) => { if (s?.endpoint === other.dataset.device) s.unsubscribe(); }).catch(() => {});
    });
  }
}
