import { useStore } from '@nanostores/react';
import { createRoot } from 'react-dom/client';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $ui, openLogoutConfirmation } from '#lib/state/ui/logout-dialog.ts';
import { LogoutDialog } from './LogoutDialog.tsx';

let mounted = false;

function LogoutConfirmation() {
  const { isLogoutConfirmationModalOpen } = useStore($ui);
  useToasts();
  return isLogoutConfirmationModalOpen && <LogoutDialog />;
}

/** Opens the logout confirmation (specification, header); mounts it on the first call. */
export function openLogoutDialog(): void {
  if (!mounted) createRoot(document.createElement('div')).render(<LogoutConfirmation />);
  mounted = true;
  openLogoutConfirmation();
}
