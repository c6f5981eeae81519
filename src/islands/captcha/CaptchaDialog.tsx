import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useModal } from '#islands/dialog/useModal.ts';
import { $captcha, type CaptchaChallenge } from '#lib/state/session/captcha.ts';
import styles from './CaptchaDialog.css?url';
import { renderCaptchaWidget } from './provider.ts';

/** The provider's widget, drawn again when the shopper tries once more. */
function Widget({ challenge: { widget, settle }, failed }: { challenge: CaptchaChallenge; failed: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A node that React does not know: the provider fills it, and a second drawing needs a fresh one.
    const node = document.createElement('div');
    place.current?.replaceChildren(node);
    let wanted = true;
    void renderCaptchaWidget(widget, node, {
      solved: (token) => wanted && settle(token),
      failed: () => wanted && failed(),
    });
    return () => {
      wanted = false;
    };
  }, [widget, settle, failed]);
  return <div className="captcha-place" ref={place} />;
}

function Dialog({ challenge }: { challenge: CaptchaChallenge }) {
  const layer = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  const close = useCallback(() => challenge.settle(undefined), [challenge]);
  const failed = useCallback(() => setBroken(true), []);
  useModal(layer, close, layer);

  return (
    <div
      className="dialog-layer confirm-layer captcha"
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="captcha-title"
      aria-describedby="captcha-text"
      tabIndex={-1}
    >
      <button type="button" className="dialog-scrim confirm-scrim" aria-hidden="true" tabIndex={-1} onClick={close} />
      <section className="confirm-box captcha-box">
        <button type="button" className="icon-button captcha-close" aria-label="Close" onClick={close}>
          <i className="icon close" />
        </button>
        <h2 id="captcha-title">Are you a person?</h2>
        <p id="captcha-text">
          {isBroken
            ? 'The check could not be loaded. Please try again.'
            : 'Please complete this check. We then send your request right away.'}
        </p>
        {!isBroken && <Widget challenge={challenge} failed={failed} />}
        <div>
          {isBroken && (
            <button type="button" className="button primary" onClick={() => setBroken(false)}>
              Try again
            </button>
          )}
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      </section>
    </div>
  );
}

function CurrentChallenge() {
  const challenge = useStore($captcha);
  if (!challenge) return null;
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Dialog key={challenge.id} challenge={challenge} />, document.body)}
    </>
  );
}

/** Shows the CAPTCHA whenever a call asks for one, from now on. Its styles come with it and weigh on no page. */
export const mountCaptchaDialog = (): void => createRoot(document.createElement('div')).render(<CurrentChallenge />);
