import styles from './ConfirmDialog.css?url';
import { Modal } from './Modal.tsx';

interface Props {
  /** Prefix of the element ids, unique among open dialogs. */
  name: string;
  title: string;
  text: string;
  /** Label of the confirm button. */
  action: string;
  busy: boolean;
  confirm: () => void;
  close: () => void;
}

/** A modal that asks for confirmation. Its styles load with it. */
export function ConfirmDialog({ name, title, text, action, busy, confirm, close }: Props) {
  return (
    <Modal name={name} isDescribed styles={styles} layerClass="confirm-layer" scrimClass="confirm-scrim" close={close}>
      <section className="confirm-box">
        <h2 id={`${name}-title`}>{title}</h2>
        <p id={`${name}-text`}>{text}</p>
        <div>
          <button type="button" className="button primary" disabled={busy} onClick={confirm}>
            {action}
          </button>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      </section>
    </Modal>
  );
}
