import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';

/** A chosen item of an order by phone. */
export interface ChosenItem {
  variant_id: number;
  quantity: number;
}

/** Most items that an address holds. */
const MAX_ITEMS = 50;

/** Reads the items of an address, such as "12:2,15:1". What is no item is left out. */
export function readChosenItems(text: string | null): ChosenItem[] {
  const items = new Map<number, number>();
  for (const part of (text ?? '').split(',').slice(0, MAX_ITEMS)) {
    const [, id, count] = /^(\d{1,15}):(\d{1,4})$/.exec(part) ?? [];
    const quantity = Math.min(MAX_LINE_QUANTITY, Number(count));
    if (id !== undefined && quantity > 0) items.set(Number(id), quantity);
  }
  return [...items].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

/** Writes items as an address has them. */
export const writeItems = (items: readonly ChosenItem[]): string =>
  items.map(({ variant_id, quantity }) => `${variant_id}:${quantity}`).join(',');
