import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { addressOf } from '#api/services/order-address.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { COD_FEE_LABEL, SHIPPING_LABEL } from '#lib/rules/charge-texts.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { labelVariant } from '#lib/rules/option-texts.ts';
import { splitAmount } from '#lib/rules/totals.ts';
import { type Rate, splitTax } from './calculate-tax.ts';
import { findState, type State } from './gst-state-codes.ts';
import { normaliseGstin, stateOfGstin } from './gstin.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';
import { drawInvoiceNumber } from './number-series.ts';
import { readTaxDefaults } from './tax-defaults.ts';

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

/** A line before its tax is known. Amounts in paise. */
interface PricedLine {
  description: string;
  hsn: string | null;
  quantity: number;
  price: number;
  rate: Rate | null;
}

async function readGoods(db: Db, orderId: number): Promise<PricedLine[]> {
  const defaults = await readTaxDefaults(db);
  const items = await db
    .selectFrom('order_item')
    .innerJoin('product', 'product.id', 'order_item.product_id')
    .select(['product_name', 'product_variation', 'quantity', 'order_item.price', 'gst_rate', 'hsn', 'order_item.option_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_item.id')
    .execute();
  return items.map(({ product_name, product_variation, option_name, quantity, price, gst_rate, hsn }) => ({
    description: product_variation ? `${product_name}, ${labelVariant(option_name, product_variation)}` : product_name,
    hsn: hsn ?? defaults.hsn,
    quantity,
    price,
    rate: gst_rate ?? defaults.gst_rate,
  }));
}

type OrderCharges = Pick<OrderRow, 'shipping_amount' | 'cod_fee'>;

/** Charges beside the goods, taxed at the highest rate of the goods that they come with. */
function toChargeLines({ shipping_amount, cod_fee }: OrderCharges, goods: readonly PricedLine[]): PricedLine[] {
  const rate = goods.reduce<Rate | null>(
    (highest, line) => (line.rate === null ? highest : Math.max(highest ?? 0, line.rate)),
    null,
  );
  return [
    { description: SHIPPING_LABEL, price: shipping_amount },
    { description: COD_FEE_LABEL, price: cod_fee },
  ]
    .filter(({ price }) => price > 0)
    .map((charge) => ({ ...charge, hsn: null, quantity: 1, rate }));
}

/** Spreads the order's discounts over the goods, as `splitTotals` does over orders, and splits the tax. Without `isTaxed` the amounts have no tax. */
function toInvoiceLines(
  goods: readonly PricedLine[],
  charges: readonly PricedLine[],
  { discount_amount, prepaid_discount }: Pick<OrderRow, 'discount_amount' | 'prepaid_discount'>,
  { isTaxed, isSameState }: { isTaxed: boolean; isSameState: boolean },
): InvoiceLine[] {
  const prices = goods.map(({ price, quantity }) => price * quantity);
  const shares = splitAmount(discount_amount, prices);
  const prepaidShares = splitAmount(
    prepaid_discount,
    prices.map((price, i) => price - (shares[i] ?? 0)),
  );
  return [...goods, ...charges].map((line, i) => {
    const share = (shares[i] ?? 0) + (prepaidShares[i] ?? 0);
    const amount = line.price * line.quantity - share;
    const rate = isTaxed ? (line.rate ?? 0) : null;
    return { ...line, discount: share, amount, rate, ...splitTax(amount, rate ?? 0, isSameState) };
  });
}
