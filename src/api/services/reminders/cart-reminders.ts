import { type SelectQueryBuilder, sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { countRoom } from '#api/services/limits/message-budget.ts';
import { enqueueShopMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { sanitiseMailName } from '#api/services/messages/sanitise-mail-text.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { CART_TOKEN } from '#lib/contract/wishlist.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** What customers agree to: the version of the text, and the text. */
const CONSENT_TEXT = '1: Remind me about my cart';

/** A cart is left when nothing was added for this long, in milliseconds; one that is older than the other is not mentioned any more. */
const LEFT_MS = 4 * HOUR_MS;
const FORGOTTEN_MS = 7 * DAY_MS;

/** Mails of one transaction, which blocks other writers on SQLite. */
const BATCH_SIZE = 100;

/** The share of a mail budget that these mails may use; codes, account mails and orders have the rest. */
const BUDGET_SHARE = 0.4;

/** Carts on the owner's page. */
const MAX_LISTED = 50;

/** Whether the shop reminds customers; off until an owner turns it on. */
export async function remindsOfCarts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('admin_setting').select('value').where('name', '=', 'cart_reminders').executeTakeFirst();
  return row?.value === 'on';
}

/** Turns reminders on or off. */
export async function setCartReminders(tx: Tx, staff: Staff, isOn: boolean): Promise<void> {
  const value = isOn ? 'on' : 'off';
  const before = (await remindsOfCarts(tx)) ? 'on' : 'off';
  await tx
    .insertInto('admin_setting')
    .values({ name: 'cart_reminders', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await recordAudit(tx, {
    actor: staffActor(staff),
    action: 'cart reminders',
    subject: 'shop',
    detail: { before, after: value },
  });
}

/**
 * Whether a customer has asked to be reminded of a cart by mail; undefined where they cannot: the shop sends no reminders, or they have not proven
 * their address.
 */
export async function readCartConsent(db: Db, customerId: number): Promise<boolean | undefined> {
  if (!(await remindsOfCarts(db))) return undefined;
  const row = await db
    .selectFrom('customer')
    .leftJoin('cart_reminder', 'cart_reminder.customer_id', 'customer.id')
    .select(['email_verified_at', 'asked_at'])
    .where('customer.id', '=', customerId)
    .executeTakeFirst();
  return row?.email_verified_at ? row.asked_at !== null : undefined;
}

/** Saves that a customer wants reminders, with the time and the text, or no longer wants them. */
export async function saveCartConsent(tx: Tx, customerId: number, wants: boolean): Promise<void> {
  if (!wants) {
    await tx.deleteFrom('cart_reminder').where('customer_id', '=', customerId).execute();
    return;
  }
  await tx
    .insertInto('cart_reminder')
    .values({ customer_id: customerId, asked_at: isoNow(), asked_text: CONSENT_TEXT })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

/** Ends the reminders of a mailed link; false when it is no link of a reminder. */
export async function stopCartReminders(tx: Tx, token: string): Promise<boolean> {
  if (!token.startsWith(CART_TOKEN)) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('cart_reminder')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Carts of customers who asked, whose products can be bought, that were left and not ordered. */
const selectLeft = (db: Db) =>
  db
    .selectFrom('cart_reminder')
    .innerJoin('customer', 'customer.id', 'cart_reminder.customer_id')
    .innerJoin('cart_line', 'cart_line.customer_id', 'customer.id')
    .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(({ fn }) => [
      'customer.id',
      'firstname',
      'lastname',
      'email',
      'reminded_at',
      fn.max('cart_line.added_at').as('changed_at'),
      fn.sum('cart_line.quantity').as('units'),
    ])
    .select(sql<number>`SUM(cart_line.quantity * variant.price)`.as('amount'))
    .where('email_verified_at', 'is not', null)
    .where('product.active', '=', 1)
    .where('variant.active', '=', 1)
    .groupBy(['customer.id', 'firstname', 'lastname', 'email', 'reminded_at'])
    .having(({ eb, fn }) => eb(fn.max('cart_line.added_at'), '<=', isoAgo(LEFT_MS)))
    .having(
      sql<boolean>`COALESCE((SELECT MAX(placed_at) FROM orders WHERE orders.customer_id = customer.id), '') < MAX(cart_line.added_at)`,
    );

/** Those to remind now: each cart once. A line of a cart of which a reminder was sent belongs to that cart. */
const onlyDue = <Schema, Table extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Table, Row>) =>
  query
    .having(sql<boolean>`MAX(cart_line.added_at) >= ${isoAgo(FORGOTTEN_MS)}`)
    .having(sql<boolean>`(reminded_at IS NULL OR MIN(cart_line.added_at) > reminded_at)`);

/** Queues the next reminders and marks their customers, in the same transaction: none is sent twice. Returns how many it took. */
async function remindBatch(tx: Tx): Promise<number> {
  await takeAdvisoryLock(tx, 'cart-reminders');
  const room = Math.min(BATCH_SIZE, await countRoom(tx, 'mail', BUDGET_SHARE));
  if (room === 0 || !(await remindsOfCarts(tx))) return 0;
  const due = await onlyDue(selectLeft(tx)).orderBy('customer.id').limit(room).execute();
  const settings = await readSettings(tx);
  for (const { id, firstname, lastname, email } of due) {
    const token = CART_TOKEN + createToken();
    await tx
      .updateTable('cart_reminder')
      .set({ reminded_at: isoNow(), token_hash: hashToken(token) })
      .where('customer_id', '=', id)
      .execute();
    if (email) await mailCartReminder(tx, settings, { to: email, name: [firstname, lastname], token });
  }
  return due.length;
}

/** Mails each customer who asked once about a cart that was left, if the shop sends reminders and as far as the mail budget allows. */
export async function remindOfCarts(db: Db, stopping?: AbortSignal): Promise<void> {
  if (!(await remindsOfCarts(db))) return;
  const isDue = async () => (await onlyDue(selectLeft(db)).limit(1).executeTakeFirst()) !== undefined;
  while (!stopping?.aborted && (await isDue())) if ((await write(db, remindBatch)) === 0) return;
}

/** Carts that were left, for the owner; the last changed first. */
export async function listLeftCarts(db: Db) {
  const rows = await selectLeft(db).orderBy('changed_at', 'desc').orderBy('customer.id').limit(MAX_LISTED).execute();
  return rows.map(({ id, firstname, lastname, email, reminded_at, changed_at, units, amount }) => ({
    customer_id: id,
    name: `${firstname} ${lastname}`,
    email: email ?? '',
    changed_at,
    units: Number(units),
    amount: toRupees(Number(amount)),
    ...(reminded_at && { reminded_at }),
  }));
}

interface CartReminder {
  to: string;
  name: readonly string[];
  /** Secret of the link that stops such mails. */
  token: string;
}

/** Enqueues the reminder of a cart, as text and HTML, in the caller's transaction. */
async function mailCartReminder(tx: Tx, settings: StoreSettings, { to, name, token }: CartReminder): Promise<void> {
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
