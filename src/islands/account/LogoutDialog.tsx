import { useStore } from '@nanostores/react';
import { ConfirmDialog } from '#islands/dialog/ConfirmDialog.tsx';
import { t } from '#lib/contract/text/t.ts';
import { signOut } from '#lib/state/auth/sign-out.ts';
import { $auth } from '#lib/state/session/session.ts';
import { closeLogoutConfirmation } from '#lib/state/ui/logout-dialog.ts';

/** The logout confirmation, with the specified wording. */
export function LogoutDialog() {
  const { loading } = useStore($auth);
  return (
    <ConfirmDialog
      name="logout"
      title={t('Confirm Logout')}
      text={t("Are you sure you want to log out? You'll need to sign in again to access your account.")}
      action={t('Logout')}
      busy={loading}
      confirm={() => void signOut()}
      close={closeLogoutConfirmation}
    />
  );
}
