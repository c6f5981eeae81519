import { useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './ConfirmDialog.css?url';
import { useModal } from './useModal.ts';

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
export function ConfirmDialog(props: Props) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Dialog {...props} />, document.body)}
    </>
  );
}

function Dialog({ name, title, text, action, busy, confirm, close }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, close, layer);

  return (
    <div
      className="dialog-layer confirm-layer"
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${name}-title`}
      aria-describedby={`${name}-text`}
      tabIndex={-1}
    >
      <button type="button" className="dialog-scrim confirm-scrim" aria-hidden="true" tabIndex={-1} onClick={close} />
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
    </div>
  );
}
