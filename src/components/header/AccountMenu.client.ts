import { removeError } from '#directives/island-fallback.ts';

const menu = document.querySelector<HTMLElement>('.account-menu');
const button = menu?.querySelector('button');
const panel = menu?.querySelector('div');

let loading: Promise<typeof import('#islands/account/open-logout-dialog.tsx')> | undefined;

/** Loads the logout dialog when its menu opens, so that it is there if the browser is offline by then. */
const loadConfirmation = () => {
  if (navigator.onLine) loading ??= import('#islands/account/open-logout-dialog.tsx');
  return loading;
};

function show(open: boolean): void {
  if (!panel || !button) return;
  panel.hidden = !open;
  button.ariaExpanded = String(open);
  if (open) void loadConfirmation()?.catch(console.warn);
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

/** Confirms logging out in a dialog; the focus returns to the control that opened the menu. Says so while the dialog cannot be loaded. */
for (const logout of document.querySelectorAll<HTMLElement>('[data-logout]')) {
  const sideMenu = logout.closest<HTMLElement>('[popover]');
  sideMenu?.addEventListener('toggle', () => logout.offsetParent && void loadConfirmation()?.catch(console.warn));
  logout.addEventListener('click', async () => {
    try {
      const { openLogoutDialog } = await (loadConfirmation() as NonNullable<typeof loading>);
      removeError();
      if (panel?.contains(logout)) button?.focus();
      sideMenu?.hidePopover();
      show(false);
      openLogoutDialog();
    } catch (error) {
      console.warn('The logout dialog could not be loaded', error);
      dispatchEvent(new CustomEvent('unreachable', { detail: logout }));
    }
  });
}
