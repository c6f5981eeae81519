import { removeError } from '#directives/island-fallback.ts';

const menu = document.querySelector<HTMLElement>('.account-menu');
const button = menu?.querySelector('button');
const panel = menu?.querySelector('div');

function show(open: boolean): void {
  if (!panel || !button) return;
  panel.hidden = !open;
  button.ariaExpanded = String(open);
  if (open) loadConfirmation();
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

const importConfirmation = () => import('#islands/account/open-logout-dialog.tsx').catch(console.warn);
let confirmation: ReturnType<typeof importConfirmation> | undefined;

/** Loads the logout dialog, for when the browser is offline; not then, because the browser would keep the failure. */
function loadConfirmation(): typeof confirmation {
  if (navigator.onLine) confirmation ??= importConfirmation();
  return confirmation;
}

/** Confirms logging out in a dialog; the focus returns to the control that opened the menu. Says so while the dialog is not loaded. */
for (const logout of document.querySelectorAll<HTMLElement>('[data-logout]')) {
  for (const type of ['pointerover', 'focusin']) logout.addEventListener(type, loadConfirmation);
  logout.addEventListener('click', async () => {
    const loaded = await loadConfirmation();
    if (!loaded) return void dispatchEvent(new CustomEvent('unreachable', { detail: logout }));
    removeError();
    if (panel?.contains(logout)) button?.focus();
    logout.closest<HTMLElement>('[popover]')?.hidePopover?.();
    show(false);
    loaded.openLogoutDialog();
  });
}
