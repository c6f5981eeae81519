import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfirmLayout } from '#islands/dialog/ConfirmLayout.tsx';
import { t } from '#lib/contract/text/t.ts';
import { $captcha, type CaptchaChallenge } from '#lib/state/calls/call-with-captcha.ts';
import styles from './CaptchaDialog.css?url';
import { renderCaptchaWidget } from './captcha-widget.ts';

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
  const [hasFailed, setFailed] = useState(false);
  const close = useCallback(() => challenge.settle(undefined), [challenge]);
  const failed = useCallback(() => setFailed(true), []);

  return (
    <ConfirmLayout
      name="captcha"
      title={t('Are you a person?')}
      text={
        hasFailed
          ? t('The check could not be loaded. Please try again.')
          : t('Please complete this check, and we will send your request right away.')
      }
      styles={styles}
      layerClass="captcha"
      before={
        <button type="button" className="icon-button captcha-close" aria-label={t('Close')} onClick={close}>
          <i className="icon close" />
        </button>
      }
      content={!hasFailed && <Widget challenge={challenge} failed={failed} />}
      close={close}
    >
      {hasFailed && (
        <button type="button" className="button primary" onClick={() => setFailed(false)}>
          {t('Try again')}
        </button>
      )}
    </ConfirmLayout>
  );
}

function CurrentChallenge() {
  const challenge = useStore($captcha);
  return challenge && <Dialog key={challenge.id} challenge={challenge} />;
}

/** Shows the CAPTCHA whenever a call asks for one, from now on. Its styles load with it. */
export const mountCaptchaDialog = (): void => createRoot(document.createElement('div')).render(<CurrentChallenge />);
