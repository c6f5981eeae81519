import { copyText } from '#lib/client/copy-text.ts';
import { t } from '#lib/contract/text/t.ts';
import { COPIED_MS } from '#lib/site/timings.ts';

/** Opens the device's share dialog; without one, the link can be copied or sent by WhatsApp. */
for (const share of document.querySelectorAll<HTMLDetailsElement>('.share')) {
  const url = location.origin + location.pathname;
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: t('Copy link'),
  });
  const note = document.createElement('span');
  note.role = 'status';
  share.querySelector('.cluster')?.prepend(button);
  share.querySelector('.cluster')?.append(note);

  share.querySelector('summary')?.addEventListener('click', (event) => {
    if (!navigator.share) return;
    event.preventDefault();
    // Rejected when the shopper cancels.
    navigator.share({ title: document.title, url }).catch(() => undefined);
  });
  button.addEventListener('click', async () => {
    note.textContent = (await copyText(url)) ? t('Copied!') : url;
    button.focus();
    if (note.textContent !== url) setTimeout(() => (note.textContent = ''), COPIED_MS);
  });
}
