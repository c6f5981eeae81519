import { type Amounts, calculateDiscount, type Discount, splitTotals, sumUp } from '#lib/rules/totals.ts';

/** What a checkout was charged by. */
export interface CheckoutTerms {
  /** The coupon, with the items total in paise from which it applies; undefined without one. */
  coupon: (Discount & { minimum: number }) | undefined;
  /** Shipping for an items total, in paise. */
  shippingFor: (items: number) => number;
  /** The cash on delivery fee where another is charged than so far, in paise. */
  codFee?: number | undefined;
}

/** The orders of one checkout when some of them are cancelled or changed. */
export interface ChangedCheckout {
  cancelled: readonly Amounts[];
  /** Orders that stay and whose amounts may change. One that is changed has its new `items`, and its other amounts as before. */
  open: readonly Amounts[];
  /** Orders that stay and have an invoice, which never changes. */
  invoiced: readonly Amounts[];
  terms: CheckoutTerms;
  /** By how much all together may cost more than before, in paise: what was added. */
  mayGrowBy?: number;
}

const sum = (orders: readonly Amounts[], part: keyof Amounts): number => orders.reduce((all, order) => all + order[part], 0);

/** Lowers a total to at most `most`: waives shipping first, then adds to the discount, then waives the fee. */
function limitTotal(amounts: Amounts, most: number): Amounts {
  const { items, discount, prepaidDiscount, shipping, codFee } = amounts;
  let excess = Math.max(0, amounts.total - most);
  const take = (from: number): number => {
    const taken = Math.min(excess, from);
    excess -= taken;
    return taken;
  };
  return sumUp({
    items,
    prepaidDiscount,
    shipping: shipping - take(shipping),
    discount: discount + take(items - discount - prepaidDiscount),
    codFee: codFee - take(codFee),
  });
}

/**
 * The amounts of the open orders after a partial cancellation or a change, in their order. What stays costs what it would have cost in a
 * checkout of its own, with the same coupon, shipping and fee: without the coupon below its minimum, and with shipping below the total from
 * which that is free. They keep their shares of what paying ahead saved, because they were paid ahead. All together never cost more than
 * before and what was added, so that nothing is due from the customer without it. No amount is negative. The difference of the totals is the
 * refund, or due from the customer; it includes the cancelled orders.
 */
export function recalculateRemaining({ cancelled, open, invoiced, terms, mayGrowBy = 0 }: ChangedCheckout): Amounts[] {
  const staying = [...open, ...invoiced];
  const items = sum(staying, 'items');
  const { coupon } = terms;
  const discount = coupon && items >= coupon.minimum ? calculateDiscount(coupon, items) : 0;
  const shipping = terms.shippingFor(items);
  const codFee = items - discount + shipping > 0 ? (terms.codFee ?? sum([...cancelled, ...staying], 'codFee')) : 0;
  const openItems = sum(open, 'items');
  const rest = (all: number, part: keyof Amounts): number => Math.max(0, all - sum(invoiced, part));
  const openDiscount = Math.min(openItems, rest(discount, 'discount'));
  const totals = limitTotal(
    sumUp({
      items: openItems,
      discount: openDiscount,
      prepaidDiscount: Math.min(sum(open, 'prepaidDiscount'), openItems - openDiscount),
      shipping: rest(shipping, 'shipping'),
      codFee: rest(codFee, 'codFee'),
    }),
    sum([...cancelled, ...open], 'total') + mayGrowBy,
  );
  return splitTotals(
    totals,
    open.map((order) => order.items),
  );
}
