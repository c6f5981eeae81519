import type { Tx } from '#api/database/schema/engine.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Address } from '#lib/contract/address.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { greet } from './greeting.ts';
import { enqueueMail } from './outbox.ts';
import { type MailBlock, type MailContent, renderMailHtml, renderMailText } from './render-mail.ts';
import { sanitiseMailName } from './sanitise-mail-text.ts';
import { SITE_URL } from './site-url-placeholder.ts';

/** A mail to a customer of the store, without its greeting and signature. */
export interface CustomerMail {
  to: string;
  name: readonly string[];
  subject: (storeName: string) => string;
  /** Plain text; the first paragraph follows the greeting. */
  paragraphs: readonly string[];
  /** ISO 8601: when the mail is no longer useful. */
  expiresAt?: string | undefined;
}

/** Enqueues a mail that greets the customer and is signed with the store's name, in the caller's transaction. */
export async function enqueueCustomerMail(tx: Tx, { to, name, subject, paragraphs, expiresAt }: CustomerMail): Promise<void> {
  const { store_name } = await readSettings(tx);
  const text = [greet(sanitiseMailName(...name)), ...paragraphs, store_name].join('\n\n');
  await enqueueMail(tx, { to, subject: subject(store_name), text, expiresAt });
}

/** Enqueues a mail in the shop's colours, as text and HTML, in the caller's transaction. Replies go to the shop's support address. */
export const enqueueShopMail = (
  tx: Tx,
  settings: StoreSettings,
  { to, subject, ...content }: MailContent & { to: string; subject: string },
): Promise<void> =>
  enqueueMail(tx, {
    to,
    subject,
    replyTo: settings.legal?.support_email || undefined,
    text: renderMailText(content, settings),
    html: renderMailHtml(content, settings),
  });

/** A link to the customer's orders. */
export const ordersLink: MailBlock = { kind: 'link', label: t('See your orders'), url: SITE_URL + paths.account('orders') };

/** Enqueues a mail about orders to the recipient at their address. */
export const enqueueOrderMail = (
  tx: Tx,
  settings: StoreSettings,
  { to, ...mail }: { to: Address; subject: string; title: string; blocks: readonly MailBlock[] },
): Promise<void> => enqueueShopMail(tx, settings, { ...mail, to: to.email, name: sanitiseMailName(to.firstname, to.lastname) });
