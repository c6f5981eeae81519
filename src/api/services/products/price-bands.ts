import type { Facets } from '#lib/contract/catalogue.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Products of one price, in paise. */
export interface PriceCount {
  price: number;
  count: number;
}

type PriceBands = NonNullable<Facets['price_bands']>;

const MAX_BANDS = 6;
const MIN_BANDS = 4;
const RUPEE = 100;

/** First digits of round prices, from the roundest. */
const roundDigits: readonly (readonly number[])[] = [
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7.5],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9],
];

/** The round price that is nearest to one, in paise: of whole rupees. */
function roundPrice(price: number, digits: readonly number[]): number {
  const unit = 10 ** Math.floor(Math.log10(price / RUPEE)) * RUPEE;
  const candidates = [...digits.map((digit) => Math.round(digit * unit)), 10 * unit].filter(
    (candidate) => candidate % RUPEE === 0,
  );
  const distance = (candidate: number): number => Math.abs(candidate - price);
  return candidates.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best), RUPEE);
}

function listQuantiles(prices: readonly PriceCount[], parts: number): number[] {
  const total = prices.reduce((sum, { count }) => sum + count, 0);
  const quantiles: number[] = [];
  let passed = 0;
  for (const { price, count } of prices) {
    passed += count;
    while (quantiles.length < parts - 1 && passed >= ((quantiles.length + 1) * total) / parts) quantiles.push(price);
  }
  return quantiles;
}

/** The products of each band that ends at an edge, and of the one above the last edge. Bands without products are left out. */
function countBands(prices: readonly PriceCount[], edges: readonly number[]) {
  const ends = [...edges, Number.POSITIVE_INFINITY];
  const within = ends.map((end, i) => prices.filter(({ price }) => price <= end && price > (ends[i - 1] ?? -1)));
  return within.flatMap((own, i) => (own.length > 0 ? [{ own, end: ends[i] as number }] : []));
}

/** The lower end of a band above another: a rupee more than its end, a paisa more if a product costs less than that. */
const startAbove = (end: number, { own }: { own: readonly PriceCount[] }): number =>
  own.some(({ price }) => price < end + RUPEE) ? end + 1 : end + RUPEE;

/**
 * Bands of prices with about equally many products, 4 to 6 where prices differ enough, which end at round rupees. Both ends belong to a band, and each
 * product to one. Empty with fewer than two. `prices` in ascending order, above 0 or 0.
 */
export function toPriceBands(prices: readonly PriceCount[]): PriceBands {
  const quantiles = listQuantiles(prices, MAX_BANDS).filter((price) => price >= RUPEE);
  const choices = roundDigits.map((digits) => {
    const edges = new Set(quantiles.map((price) => roundPrice(price, digits)));
    return countBands(
      prices,
      [...edges].sort((a, b) => a - b),
    );
  });
  const most = Math.max(...choices.map(({ length }) => length));
  const bands = choices.find(({ length }) => length >= Math.min(MIN_BANDS, most)) ?? [];
  if (bands.length < 2) return [];
  return bands.map((band, i) => {
    const below = bands[i - 1];
    return {
      ...(below && { min: toRupees(startAbove(below.end, band)) }),
      ...(i < bands.length - 1 && { max: toRupees(band.end) }),
      count: band.own.reduce((sum, { count }) => sum + count, 0),
    };
  });
}
