// @ts-check
// Sheets over the page: a link with data-sheet opens the one it names, and without a script it leads to a page that says the
// same. Escape, the cross, the ground beside it and a pull downward close it; the browser gives the focus back to the link.
for (const link of document.querySelectorAll('a[data-sheet]')) {
  const sheet = /** @type {HTMLDialogElement} */ (document.getElementById(`sheet-${link.dataset.sheet}`));
  if (!sheet?.showModal) continue;
  link.setAttribute('aria-haspopup', 'dialog');
  link.setAttribute('aria-expanded', 'false');
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    sheet.showModal();
    link.setAttribute('aria-expanded', 'true');
  });
  sheet.addEventListener('close', () => link.setAttribute('aria-expanded', 'false'));
  sheet.addEventListener('click', (event) => { if (event.target === sheet) sheet.close(); });
  let from = null;
  sheet.addEventListener('touchstart', (event) => { from = sheet.scrollTop > 0 ? null : event.touches[0].clientY; }, { passive: true });
  sheet.addEventListener('touchend', (event) => { if (from !== null && event.changedTouches[0].clientY - from > 90) sheet.close(); }, { passive: true });
}
