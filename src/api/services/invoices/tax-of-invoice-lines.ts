import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { COD_FEE_LABEL, SHIPPING_LABEL } from '#lib/rules/charge-texts.ts';
import { labelVariation } from '#lib/rules/option-texts.ts';
import { splitAmount } from '#lib/rules/totals.ts';
import { type Rate, splitTax } from './calculate-tax.ts';
import type { InvoiceLine } from './invoice-document.ts';
import { readTaxDefaults } from './tax-defaults.ts';

/** A line before its tax is known. Amounts in paise. */
interface PricedLine {
  description: string;
  hsn: string | null;
  quantity: number;
  price: number;
  rate: Rate | null;
}

/** The ordered items with the tax that their products have now. */
export async function readGoods(db: Db, orderId: number): Promise<PricedLine[]> {
  const defaults = await readTaxDefaults(db);
  const items = await db
    .selectFrom('order_item')
    .innerJoin('product', 'product.id', 'order_item.product_id')
    .select(['product_name', 'product_variation', 'quantity', 'order_item.price', 'gst_rate', 'hsn', 'order_item.option_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_item.id')
    .execute();
  return items.map(({ product_name, product_variation, option_name, quantity, price, gst_rate, hsn }) => ({
    description: product_variation ? `${product_name}, ${labelVariation(option_name, product_variation)}` : product_name,
    hsn: hsn ?? defaults.hsn,
    quantity,
    price,
    rate: gst_rate ?? defaults.gst_rate,
  }));
}

type OrderCharges = Pick<OrderRow, 'shipping_amount' | 'cod_fee'>;

/** Charges beside the goods, taxed at the highest rate of the goods that they come with. */
export function toChargeLines({ shipping_amount, cod_fee }: OrderCharges, goods: readonly PricedLine[]): PricedLine[] {
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
export function toInvoiceLines(
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
