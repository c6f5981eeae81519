import styles from './ConfirmDialog.css?url';
import { ConfirmLayout } from './ConfirmLayout.tsx';

interface Props {
  /** Prefix of the element ids, unique among open dialogs. */
  name: string;
  title: string;
  text: string;
  action: string;
  busy: boolean;
  confirm: () => void;
  close: () => void;
}

/** A modal that asks for confirmation. Its styles load with it. */
export function ConfirmDialog({ name, title, text, action, busy, confirm, close }: Props) {
  return (
    <ConfirmLayout name={name} title={title} text={text} styles={styles} close={close}>
      <button type="button" className="button primary" disabled={busy} aria-busy={busy} onClick={confirm}>
        {action}
      </button>
    </ConfirmLayout>
  );
}
