/** A chosen item of an order by phone. */
export interface ChosenItem {
  variant_id: number;
  quantity: number;
}

/** Most items and units that an address holds. */
const [MAX_ITEMS, MAX_UNITS] = [50, 1000];

/** Reads the items of an address, such as "12:2,15:1". What is no item is left out. */
export function readItems(text: string | null): ChosenItem[] {
  const items = new Map<number, number>();
  for (const part of (text ?? '').split(',').slice(0, MAX_ITEMS)) {
    const [, id, count] = /^(\d{1,15}):(\d{1,4})$/.exec(part) ?? [];
    const quantity = Math.min(MAX_UNITS, Number(count));
    if (id !== undefined && quantity > 0) items.set(Number(id), quantity);
  }
  return [...items].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

/** Writes items as an address has them. */
export const writeItems = (items: readonly ChosenItem[]): string =>
  items.map(({ variant_id, quantity }) => `${variant_id}:${quantity}`).join(',');
