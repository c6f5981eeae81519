import type { ReactNode } from 'react';
import { t } from '#lib/contract/text/t.ts';
import { Modal } from './Modal.tsx';

interface Props {
  /** Prefix of the element ids, unique among open dialogs. */
  name: string;
  title: string;
  text: string;
  /** URL of the stylesheet that loads with the dialog: ConfirmDialog.css, or one that imports it. */
  styles: string;
  layerClass?: string;
  before?: ReactNode;
  content?: ReactNode;
  /** The buttons before Cancel. */
  children: ReactNode;
  close: () => void;
}

/** A small modal with a title, a text and buttons, of which the last is Cancel. */
export function ConfirmLayout({ name, title, text, styles, layerClass = '', before, content, children, close }: Props) {
  return (
    <Modal
      name={name}
      isDescribed
      styles={styles}
      layerClass={`bottom-layer confirm-layer ${layerClass}`}
      scrimClass="confirm-scrim"
      close={close}
    >
      <section className="bottom-sheet confirm-box">
        {before}
        <h2 id={`${name}-title`}>{title}</h2>
        <p id={`${name}-text`}>{text}</p>
        {content}
        <div>
          {children}
          <button type="button" className="button" onClick={close}>
            {t('Cancel')}
          </button>
        </div>
      </section>
    </Modal>
  );
}
