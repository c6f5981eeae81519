import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { countRoom } from '#api/services/limits/message-budget.ts';
import { enqueueShopMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { STOCK_ALERT_RETENTION_DAYS } from '#api/services/retention.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { namedOption } from '#lib/rules/option-texts.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { variantQuery } from '#lib/rules/routes/variant-address.ts';

/** The most requests of one mailbox that wait at a time: anyone can name another person's address. */
const MAX_OPEN = { unproven: 5, proven: 50 };

/** Mails of one transaction, which blocks other writers on SQLite. */
const BATCH_SIZE = 200;

/** The share of a mail budget that these mails may use; codes, account mails and orders have the rest. */
const BUDGET_SHARE = 0.4;

const selectOpen = (db: Db) =>
  db
    .selectFrom('stock_alert')
    .innerJoin('product', 'product.id', 'stock_alert.product_id')
    .leftJoin('variant', 'variant.id', 'stock_alert.variant_id')
    .where('sent_at', 'is', null);

const selectDue = (db: Db) =>
  selectOpen(db)
    .where('product.active', '=', 1)
    .where('product.stock', '>', 0)
    .where(({ or, and, eb }) =>
      or([eb('stock_alert.variant_id', 'is', null), and([eb('variant.active', '=', 1), eb('variant.stock', '>', 0)])]),
    );

interface Wanted {
  product_id: number;
  variant_id?: number | null | undefined;
}

/** Throws a `Refusal` when the product or variant is not on sale (404), or in stock (409). */
async function requireSoldOut(tx: Tx, { product_id, variant_id }: Wanted): Promise<void> {
  const product = tx.selectFrom('product').select('stock').where('id', '=', product_id).where('active', '=', 1);
  const variant = tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select('variant.stock')
    .where('variant.id', '=', variant_id ?? 0)
    .where('product_id', '=', product_id)
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1);
  const wanted = await (variant_id ? variant : product).executeTakeFirst();
  if (!wanted) throw new Refusal(404, failure.productMissing);
  if (wanted.stock > 0) throw new Refusal(409, failure.inStock);
}

export interface StockAlertRequest extends Wanted {
  email: string;
  /** Whether the shopper has verified this address. */
  isProven: boolean;
}

/**
 * Saves a request for one mail when a product or variant is back; repeated, it is saved once. What a mailbox has beyond its limits is left
 * out without a word, so that the reply does not reveal its requests. Throws a `Refusal`: 404 when it is not on sale, 409 when it is in stock.
 */
export async function saveStockAlert(tx: Tx, { email, isProven, ...wanted }: StockAlertRequest): Promise<void> {
  await requireSoldOut(tx, wanted);
  const mailbox = normaliseMailbox(email);
  await takeAdvisoryLock(tx, `stock-alert:${mailbox}`);
  const open = await tx
    .selectFrom('stock_alert')
    .select(['product_id', 'variant_id'])
    .where('mailbox', '=', mailbox)
    .where('sent_at', 'is', null)
    .execute();
  const variant_id = wanted.variant_id ?? null;
  const isSaved = open.some((alert) => alert.product_id === wanted.product_id && alert.variant_id === variant_id);
  const isFull = open.length >= MAX_OPEN[isProven ? 'proven' : 'unproven'];
  if (isSaved || isFull) return;
  // What strangers ask for a mailbox never counts against its owner.
  if (!isProven && (await countAttempt(tx, 'stockAlertMailbox', { account: email }))) return;
  const row = { product_id: wanted.product_id, variant_id, email, mailbox, created_at: isoNow() };
  await tx.insertInto('stock_alert').values(row).execute();
}

/** Marks requests as answered, with the token of their mail; false when they were stopped meanwhile. */
async function markSent(tx: Tx, ids: readonly number[], token: string): Promise<boolean> {
  const [first, ...others] = ids;
  const open = tx.updateTable('stock_alert').set({ sent_at: isoNow() }).where('sent_at', 'is', null);
  const { numUpdatedRows } = await open
    .set({ token_hash: hashToken(token) })
    .where('id', '=', first ?? 0)
    .executeTakeFirst();
  if (others.length > 0) await open.where('id', 'in', others).execute();
  return numUpdatedRows > 0n;
}

/** Queues the next mails and marks their requests, in the same transaction: none is mailed twice. Returns how many requests it took. */
async function mailBatch(tx: Tx): Promise<number> {
  await takeAdvisoryLock(tx, 'stock-alerts');
  const room = Math.min(BATCH_SIZE, await countRoom(tx, 'mail', BUDGET_SHARE));
  if (room === 0) return 0;
  const due = await selectDue(tx)
    .select(['stock_alert.id', 'email', 'mailbox', 'stock_alert.product_id', 'stock_alert.variant_id'])
    .select(['name', 'slug', 'option_name', 'product_variation'])
    .orderBy('stock_alert.product_id')
    .orderBy('stock_alert.id')
    .limit(room)
    .execute();
  const settings = await readSettings(tx);
  for (const alerts of Map.groupBy(due, ({ product_id, mailbox }) => `${product_id} ${mailbox}`).values()) {
    const [alert] = alerts;
    const token = createToken();
    const ids = alerts.map(({ id }) => id);
    if (alert && (await markSent(tx, ids, token))) await mailStockAlert(tx, settings, { ...alert, token });
  }
  return due.length;
}

/**
 * Mails everyone whose product is in stock, in short transactions, as far as the mail budget allows. What is due follows from the stock
 * alone: whatever raised it, and whenever the process ended, a request is mailed once.
 */
export async function mailStockAlerts(db: Db, stopping?: AbortSignal): Promise<void> {
  const isDue = async () => (await selectDue(db).select('stock_alert.id').limit(1).executeTakeFirst()) !== undefined;
  while (!stopping?.aborted && (await isDue())) if ((await write(db, mailBatch)) === 0) return;
}

/** Deletes requests that wait: those for the product of a mailed link, or all of its mailbox. Throws a `Refusal` (422) for another token. */
export async function stopStockAlerts(tx: Tx, token: string, all: boolean): Promise<void> {
  const mailed = await tx
    .selectFrom('stock_alert')
    .select(['mailbox', 'product_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!mailed) throw refuseField('token', failure.stopLink);
  const open = tx.deleteFrom('stock_alert').where('mailbox', '=', mailed.mailbox).where('sent_at', 'is', null);
  await (all ? open : open.where('product_id', '=', mailed.product_id)).execute();
}

/** Deletes requests past their retention. */
export async function purgeStockAlerts(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('stock_alert')
    .where(({ eb, fn }) => eb(fn.coalesce('sent_at', 'created_at'), '<', isoAgo(STOCK_ALERT_RETENTION_DAYS * DAY_MS)))
    .execute();
}

/** What shoppers wait for: the number of mailboxes for each product and variant, most first. */
export async function listAwaitedProducts(db: Db) {
  const rows = await selectOpen(db)
    .select(['slug', 'name', 'product_variation', ({ fn }) => fn.countAll().as('shoppers')])
    .groupBy(['slug', 'name', 'stock_alert.variant_id', 'product_variation'])
    .orderBy('shoppers', 'desc')
    .orderBy('slug')
    .orderBy('stock_alert.variant_id')
    .execute();
  return rows.map(({ shoppers, ...row }) => ({ ...row, shoppers: Number(shoppers) }));
}

interface ProductBack {
  email: string;
  name: string;
  slug: string;
  option_name: string | null;
  variant_id: number | null;
  /** Null where the shopper waits for any variant; empty for the only one. */
  product_variation: string | null;
  /** Secret of the link that stops such mails. */
  token: string;
}

/** Enqueues the mail that a product is back in stock, as text and HTML, in the caller's transaction. */
async function mailStockAlert(tx: Tx, settings: StoreSettings, back: ProductBack): Promise<void> {
  const { name, slug, option_name, variant_id, product_variation: variantName, token } = back;
  const option = variantName ? namedOption(option_name ?? undefined, variantName) : '';
  const title = t('{product} is back in stock', { product: name });
  await enqueueShopMail(tx, settings, {
    to: back.email,
    subject: `${title} – ${settings.store_name}`,
    title,
    name: '',
    blocks: [
      {
        kind: 'paragraph',
        text: option
          ? t('you asked us to tell you: {product} is back in {option}.', { product: name, option })
          : t('you asked us to tell you: {product} is back.', { product: name }),
      },
      {
        kind: 'link',
        label: t('See {product}', { product: name }),
        url: SITE_URL + paths.product(slug) + (variant_id === null ? '' : variantQuery(variant_id)),
      },
      { kind: 'paragraph', text: t('This is the only email about your request. Others may order it before you.') },
      { kind: 'link', label: t('Stop such emails'), url: `${SITE_URL}${paths.stopAlert}?token=${token}` },
    ],
  });
}
