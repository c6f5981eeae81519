import { LOW_STOCK } from './stock-notes.ts';

/** Stocks of this many units or more look the same on every page. */
export const MIN_UNDISCLOSED_STOCK = LOW_STOCK + 1;

/** Stock fields of a reply as JSON. Quotation marks inside text are escaped, so text never matches. */
const stockFields = /"(stock|product_stock)":(\d+)(?=[,}])/g;

/** Replaces stock in a reply as JSON that pages do not tell apart by the same number. */
export const hideLargeStock = (reply: string): string =>
  reply.replace(stockFields, (_, name, count) => `"${name}":${Math.min(Number(count), MIN_UNDISCLOSED_STOCK)}`);
