import { sql } from 'kysely';

export interface Sale {
  /** Paise. */
  price: number;
  /** ISO 8601; null for a sale that begins at once. */
  startsAt: string | null;
  /** ISO 8601: from then on the regular price counts again. Null for a sale without an end. */
  endsAt: string | null;
}

interface SaleColumns {
  price: number;
  regular_price: number | null;
  sale_price: number | null;
  sale_starts_at: string | null;
  sale_ends_at: string | null;
  sale_due_at: string | null;
}

export const isSaleOver = ({ endsAt }: Pick<Sale, 'endsAt'>, now: string): boolean => endsAt !== null && endsAt <= now;

/** The columns of a variant with a regular price (paise) and a sale at `now`; a sale that is over, or that does not lower the price, is dropped. */
export function toSaleColumns(regular: number, sale: Sale | null, now: string): SaleColumns {
  if (!sale || isSaleOver(sale, now) || sale.price >= regular)
    return { price: regular, regular_price: null, sale_price: null, sale_starts_at: null, sale_ends_at: null, sale_due_at: null };
  const isRunning = sale.startsAt === null || sale.startsAt <= now;
  return {
    price: isRunning ? sale.price : regular,
    regular_price: isRunning ? regular : null,
    sale_price: sale.price,
    sale_starts_at: sale.startsAt,
    sale_ends_at: sale.endsAt,
    sale_due_at: isRunning ? sale.endsAt : sale.startsAt,
  };
}

/** What a variant costs (paise) without its sale. */
export const regularPrice = ({ price, regular_price }: Pick<SaleColumns, 'price' | 'regular_price'>): number =>
  regular_price ?? price;

/** A variant's sale that runs or is to come at `now`; null for none. */
export function saleOf(row: Pick<SaleColumns, 'sale_price' | 'sale_starts_at' | 'sale_ends_at'>, now: string): Sale | null {
  if (row.sale_price === null) return null;
  const sale = { price: row.sale_price, startsAt: row.sale_starts_at, endsAt: row.sale_ends_at };
  return isSaleOver(sale, now) ? null : sale;
}

/** What a variant costs (paise) at a time, even if its sale should have begun or ended a moment before and this is not written yet. */
export const priceAt = (at: string) =>
  sql<number>`CASE WHEN variant.sale_due_at IS NULL OR variant.sale_due_at > ${at} THEN variant.price
    WHEN variant.sale_ends_at <= ${at} THEN COALESCE(variant.regular_price, variant.price)
    ELSE variant.sale_price END`;
