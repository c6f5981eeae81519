import { MOST, NEARLY_ALL, type TableColumn } from '#api/services/import/mapping/table-columns.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import type { PriceName } from './header-words.ts';
import { readNames } from './named-columns.ts';

/** The columns that are prices by name and value, of each kind. */
function findPrices(columns: TableColumn[]): Record<PriceName, TableColumn[]> {
  const of = (is: PriceName) => {
    const found = columns.flatMap((column) => {
      const match = readNames(column).find((each) => each.is === 'mrp' || each.is === 'offer') ?? readNames(column)[0];
      return match?.is === is ? [{ column, score: match.score }] : [];
    });
    return found.sort((a, b) => b.score - a.score).map(({ column }) => column);
  };
  return { offer: of('offer'), price: of('price'), mrp: of('mrp') };
}

const paiseOf = (cell: string | undefined): number | undefined => {
  const paise = cell === undefined ? undefined : parsePrice(cell);
  return typeof paise === 'number' ? paise : undefined;
};

/** The share of rows in which a price is at most another. */
function shareBelow(low: TableColumn, high: TableColumn): number {
  const pairs = low.cells.flatMap((cell, i) => {
    const [a, b] = [paiseOf(cell), paiseOf(high.cells[i])];
    return a === undefined || b === undefined ? [] : [a <= b];
  });
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}

/** What sells and what was, of the columns with prices. `isSure` is false when names and values disagree. */
export function choosePrices(columns: TableColumn[]): { price?: TableColumn; mrp?: TableColumn; isSure: boolean } {
  const { offer, price: plain, mrp: printed } = findPrices(columns);
  const price = offer[0] ?? plain[0] ?? printed[0];
  if (!price) return { isSure: false };
  const mrp =
    printed.find((column) => column !== price) ?? (offer[0] ? plain[0] : undefined) ?? plain.find((column) => column !== price);
  const isSure = !mrp || shareBelow(price, mrp) >= 1 / 2;
  return { price, ...(mrp && isSure && { mrp }), isSure: isSure && price.profile.filled > 0 };
}

/** The column whose values are likeliest to be prices: the highest amounts of a column without a telling name. */
export function guessPrice(columns: readonly TableColumn[]): TableColumn | undefined {
  const averageOf = ({ cells }: TableColumn): number => {
    const prices = cells.flatMap((cell) => paiseOf(cell) ?? []);
    return prices.reduce((sum, paise) => sum + paise, 0) / Math.max(1, prices.length);
  };
  const amounts = columns.filter(
    ({ names, profile }) => profile.prices >= NEARLY_ALL && profile.gtins < MOST && (names[0]?.score ?? 0) < 1,
  );
  return amounts.sort((a, b) => b.profile.money - a.profile.money || averageOf(b) - averageOf(a))[0];
}
