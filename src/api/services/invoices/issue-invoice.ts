import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { findState, type State } from '#api/services/invoices/gst-state-codes.ts';
import { addressOf } from '#api/services/orders/find-order.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { normaliseGstin, stateOfGstin } from './gstin.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { drawInvoiceNumber } from './number-series.ts';
import { readGoods, toChargeLines, toInvoiceLines } from './tax-of-invoice-lines.ts';

type Seller = InvoiceDocument['seller'];

/** Seller's particulars: those of the settings for the store itself. An invalid GSTIN counts as none. */
async function readSeller(db: Db, { seller_id, seller_name }: OrderRow, { legal }: StoreSettings): Promise<Seller> {
  const row = await db.selectFrom('seller').selectAll().where('id', '=', seller_id).executeTakeFirstOrThrow();
  const particulars = row.name === '' ? legal : row;
  const gstin = normaliseGstin(particulars?.gstin) ?? null;
  return {
    name: particulars?.legal_name || seller_name,
    address: particulars?.address || null,
    gstin,
    state: (gstin !== null && stateOfGstin(gstin)) || null,
  };
}

/** Whether a State is the seller's own. A delivery to a place that is not known counts as another State. */
const isSame = (seller: State | null, delivery: State | undefined): boolean => seller !== null && seller.code === delivery?.code;

/**
 * Issues the invoice of a dispatched order, once: a tax invoice when its seller has a GSTIN and every item a GST rate, else a bill of
 * supply. Draws the number and stores all that the invoice says, so that it never changes. `secret` is the key of its links, a new one by
 * default. Expects the customer to be locked.
 */
export async function issueInvoice(tx: Tx, orderId: number, secret = randomBytes(32).toString('hex')): Promise<void> {
  const existing = await tx.selectFrom('invoice').select('order_id').where('order_id', '=', orderId).executeTakeFirst();
  if (existing) return;
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const settings = await readSettings(tx);
  const seller = await readSeller(tx, order, settings);
  const goods = await readGoods(tx, orderId);
  const { firstname, lastname, phone_number, ...to } = addressOf(order);
  const delivery = findState(to.state, to.pincode);
  const isTaxed = seller.gstin !== null && goods.every(({ rate }) => rate !== null) && goods.some(({ rate }) => rate !== 0);
  const isSameState = isSame(seller.state, delivery);
  const issued_at = isoNow();
  const document: InvoiceDocument = {
    kind: isTaxed ? 'tax_invoice' : 'bill_of_supply',
    number: await drawInvoiceNumber(tx, order.seller_id, issued_at),
    issued_at,
    order_number: order.order_number,
    ordered_at: order.placed_at,
    payment_method: order.payment_method,
    store_name: settings.store_name,
    support_email: settings.legal?.support_email || null,
    ...(settings.legal?.support_phone && { support_phone: settings.legal.support_phone }),
    ...(settings.return_days && { return_days: settings.return_days }),
    seller,
    buyer: {
      name: `${firstname} ${lastname}`,
      phone_number,
      address: to.address,
      city: to.city,
      pincode: to.pincode,
      state: to.state,
    },
    place_of_supply: delivery ?? null,
    is_same_state: isSameState,
    lines: toInvoiceLines(goods, toChargeLines(order, goods), order, { isTaxed, isSameState }),
    ...(order.prepaid_discount > 0 && { prepaid_discount: order.prepaid_discount }),
    total: order.final_amount,
  };
  await tx
    .insertInto('invoice')
    .values({
      order_id: orderId,
      seller_id: order.seller_id,
      number: document.number,
      issued_at,
      document: JSON.stringify(document),
      secret,
    })
    .execute();
}
