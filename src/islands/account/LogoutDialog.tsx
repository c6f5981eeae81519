import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { signOut } from '#lib/state/logout.ts';
import { $auth } from '#lib/state/session.ts';
import { closeLogoutConfirmation } from '#lib/state/ui.ts';
import styles from '../dialog/confirm.css?url';
import { useModal } from '../dialog/useModal.ts';

/** The dialog that Logout opens, with the words of specification 2.4. Its styles come with it and weigh on no page. */
export function LogoutDialog() {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Dialog />, document.body)}
    </>
  );
}

function Dialog() {
  const { loading } = useStore($auth);
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, closeLogoutConfirmation, layer);

  return (
    <div
      className="confirm-layer"
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="logout-title"
      aria-describedby="logout-text"
      tabIndex={-1}
    >
      <button type="button" className="confirm-scrim" aria-hidden="true" tabIndex={-1} onClick={closeLogoutConfirmation} />
      <section className="confirm-box">
        <h2 id="logout-title">Confirm Logout</h2>
        <p id="logout-text">Are you sure you want to log out? You'll need to sign in again to access your account.</p>
        <div>
          <button type="button" className="button primary" disabled={loading} onClick={() => void signOut()}>
            Logout
          </button>
          <button type="button" className="button" onClick={closeLogoutConfirmation}>
            Cancel
          </button>
        </div>
      </section>
    </div>
  );
}
