import { useStore } from '@nanostores/react';
import { createRoot } from 'react-dom/client';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $ui, openLogoutConfirmation } from '#lib/state/ui/dialogs.ts';
import { LogoutDialog } from './LogoutDialog.tsx';

let mounted = false;

function LogoutConfirmation() {
  const { isLogoutConfirmationModalOpen } = useStore($ui);
  useToasts();
  return isLogoutConfirmationModalOpen && <LogoutDialog />;
}

/** Asks whether to log out (specification 2.4). The dialog is part of the page from the first time on. */
export function openLogoutDialog(): void {
  if (!mounted) createRoot(document.createElement('div')).render(<LogoutConfirmation />);
  mounted = true;
  openLogoutConfirmation();
}
