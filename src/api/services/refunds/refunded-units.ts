import * as z from 'zod/mini';
import { splitAmount } from '#lib/rules/totals.ts';

/** What of an order a refund is for: units by the id of the order's item, and whether its shipping is returned. */
export interface RefundedUnits {
  units: Record<string, number>;
  shipping: boolean;
}

const stored = z.object({ units: z.record(z.string(), z.int()), shipping: z.boolean() });

/** Reads what a refund has stored; undefined for a refund of an amount. */
export const parseUnits = (json: string | null): RefundedUnits | undefined =>
  json === null ? undefined : z.parse(stored, JSON.parse(json));

interface PricedItem {
  id: number;
  quantity: number;
  /** Paise for one unit. */
  price: number;
}

/**
 * What was paid for each unit of an order, in paise, by the id of its item: its price without its shares of the discounts. All units together
 * are exactly what the items cost.
 */
export function splitByUnit(
  items: readonly PricedItem[],
  { discount_amount, prepaid_discount }: { discount_amount: number; prepaid_discount: number },
): Map<number, number[]> {
  const lines = items.map(({ price, quantity }) => price * quantity);
  const discounts = splitAmount(discount_amount, lines);
  const rests = lines.map((line, i) => line - (discounts[i] ?? 0));
  const saved = splitAmount(prepaid_discount, rests);
  return new Map(
    items.map(({ id, quantity }, i) => [
      id,
      splitAmount(
        (rests[i] ?? 0) - (saved[i] ?? 0),
        Array.from({ length: quantity }, () => 1),
      ),
    ]),
  );
}

/** Sums up the units of refunds by item, and whether the shipping is among them. */
export function sumUnits(refunds: readonly { units: string | null }[]): RefundedUnits {
  const all: RefundedUnits = { units: {}, shipping: false };
  for (const { units } of refunds) {
    const parsed = parseUnits(units);
    for (const [id, count] of Object.entries(parsed?.units ?? {})) all.units[id] = (all.units[id] ?? 0) + count;
    all.shipping ||= parsed?.shipping ?? false;
  }
  return all;
}
