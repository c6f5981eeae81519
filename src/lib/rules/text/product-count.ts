import { formatNumber } from './format-number.ts';

/** "1 product", "12 products", or "1,200+ products" when there are more than were counted. */
export const formatProductCount = (count: number, more = false): string =>
  `${more ? `${formatNumber(count)}+` : count} ${count === 1 && !more ? 'product' : 'products'}`;
