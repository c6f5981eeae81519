import type { Tx } from '#api/database/schema/engine.ts';
import { enqueueShopMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { sanitiseMailName } from '#api/services/messages/sanitise-mail-text.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';

interface CartReminder {
  to: string;
  name: readonly string[];
  /** Secret of the link that stops such mails. */
  token: string;
}

/** Enqueues the reminder of a cart, as text and HTML, in the caller's transaction. */
export async function mailCartReminder(tx: Tx, settings: StoreSettings, { to, name, token }: CartReminder): Promise<void> {
  const title = t('You left something in your cart');
  await enqueueShopMail(tx, settings, {
    to,
    subject: `${title} – ${settings.store_name}`,
    title,
    name: sanitiseMailName(...name),
    blocks: [
      { kind: 'paragraph', text: t('you asked us to remind you about your cart. What you chose is still in it.') },
      { kind: 'link', label: t('See your cart'), url: SITE_URL + paths.cart },
      { kind: 'paragraph', text: t('This is the only email about this cart. Others may order what is in it before you.') },
      { kind: 'link', label: t('Stop such emails'), url: `${SITE_URL}${paths.stopAlert}?token=${token}` },
    ],
  });
}
