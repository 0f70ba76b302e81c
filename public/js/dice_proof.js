// @ts-check
// The reader's browser computes the hash of a published seed, so that nobody has to trust the site.

const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, '0')).join('');

for (const note of self.crypto?.subtle ? document.querySelectorAll('[data-seed]') : []) {
  crypto.subtle.digest('SHA-256', new TextEncoder().encode(note.dataset.seed)).then((sum) => {
    const kept = hex(sum) === note.dataset.hash;
    note.textContent = kept ? note.dataset.kept : note.dataset.broken;
    note.classList.add(kept ? 'done' : 'bad');
    note.hidden = false;
  });
}
