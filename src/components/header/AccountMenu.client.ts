const menu = document.querySelector<HTMLElement>('.account-menu');
const button = menu?.querySelector('button');
const panel = menu?.querySelector('div');

function show(open: boolean): void {
  if (!panel || !button) return;
  panel.hidden = !open;
  button.ariaExpanded = String(open);
}

/** Opens and closes the account menu by its button; an outside click, a followed link, Escape and leaving it close it. */
button?.addEventListener('click', () => show(panel?.hidden === true));
panel?.addEventListener('click', ({ target }) => (target as Element).closest('a') && show(false));
document.addEventListener('click', ({ target }) => menu?.contains(target as Node) || show(false));
menu?.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) show(false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || panel?.hidden !== false) return;
  if (panel.contains(document.activeElement)) button?.focus();
  show(false);
});

const loadConfirmation = () => import('#islands/account/open-logout-dialog.tsx');

/** Confirms logging out in a dialog, prefetched on pointer or focus; the focus returns to the control that opened the menu. */
for (const logout of document.querySelectorAll<HTMLElement>('[data-logout]')) {
  for (const type of ['pointerover', 'focusin']) {
    logout.addEventListener(type, () => void loadConfirmation().catch(console.warn), { once: true });
  }
  logout.addEventListener('click', async () => {
    if (panel?.contains(logout)) button?.focus();
    logout.closest<HTMLElement>('[popover]')?.hidePopover?.();
    show(false);
    try {
      (await loadConfirmation()).openLogoutDialog();
    } catch (error) {
      console.warn('The logout dialog could not be loaded', error);
    }
  });
}
