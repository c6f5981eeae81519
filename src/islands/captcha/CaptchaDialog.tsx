import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useModal } from '#islands/dialog/useModal.ts';
import { $captcha, type CaptchaChallenge } from '#lib/state/session/captcha.ts';
import styles from './CaptchaDialog.css?url';
import { renderCaptchaWidget } from './provider.ts';

/** The provider's widget; mounting it again starts a new attempt. */
function Widget({ challenge: { widget, settle }, failed }: { challenge: CaptchaChallenge; failed: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Created outside React, because the provider changes its content; each render of the widget needs a new node.
    const node = document.createElement('div');
    container.current?.replaceChildren(node);
    let isActive = true;
    void renderCaptchaWidget(widget, node, {
      solved: (token) => isActive && settle(token),
      failed: () => isActive && failed(),
    });
    return () => {
      isActive = false;
    };
  }, [widget, settle, failed]);
  return <div className="captcha-place" ref={container} />;
}

function Dialog({ challenge }: { challenge: CaptchaChallenge }) {
  const layer = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const close = useCallback(() => challenge.settle(undefined), [challenge]);
  const failed = useCallback(() => setFailed(true), []);
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
          {hasFailed
            ? 'The check could not be loaded. Please try again.'
            : 'Please complete this check. We then send your request right away.'}
        </p>
        {!hasFailed && <Widget challenge={challenge} failed={failed} />}
        <div>
          {hasFailed && (
            <button type="button" className="button primary" onClick={() => setFailed(false)}>
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
