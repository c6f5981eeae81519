import { type ReactNode, type RefObject, useRef } from 'react';
import { createPortal } from 'react-dom';
import '#styles/ui/dialog.css';
import { useModal } from './useModal.ts';

interface Props {
  /** Prefix of the element ids, unique among open dialogs: the content has an element with the id `NAME-title`. */
  name: string;
  /** Whether the content also has an element with the id `NAME-text`, which describes the dialog. */
  isDescribed?: boolean;
  /** URL of a stylesheet that loads with the dialog. */
  styles?: string;
  layerClass?: string;
  scrimClass?: string;
  close: () => void;
  /** Gets the focus on close when the opener is gone; the dialog itself by default. */
  fallbackFocus?: RefObject<HTMLElement | null>;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** A modal dialog in <body>, over a scrim that closes it; see `useModal`. */
export function Modal({ name, isDescribed, styles, layerClass, scrimClass, close, fallbackFocus, ref, children }: Props) {
  const ownRef = useRef<HTMLDivElement>(null);
  const layer = ref ?? ownRef;
  useModal(layer, close, fallbackFocus ?? layer);
  return (
    <>
      {styles && <link rel="stylesheet" href={styles} precedence="default" />}
      {createPortal(
        <div
          className={layerClass ? `dialog-layer ${layerClass}` : 'dialog-layer'}
          ref={layer}
          role="dialog"
          aria-modal="true"
          aria-labelledby={`${name}-title`}
          aria-describedby={isDescribed ? `${name}-text` : undefined}
          tabIndex={-1}
        >
          <button
            type="button"
            className={scrimClass ? `dialog-scrim ${scrimClass}` : 'dialog-scrim'}
            aria-hidden="true"
            tabIndex={-1}
            onClick={close}
          />
          {children}
        </div>,
        document.body,
      )}
    </>
  );
}
