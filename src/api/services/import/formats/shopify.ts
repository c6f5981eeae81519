import type { Column } from '#api/services/import/read/column-names.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { Format } from './format.ts';

/** Prices for shoppers in India, in rupees, of a shop whose own currency is another one. They have names of several years. */
const indianPrices: readonly (readonly [name: string, column: Column])[] = [
  ['price / india', 'price'],
  ['compare-at price / india', 'compareAt'],
  ['compare at price / india', 'compareAt'],
];

/** A Shopify product export of any year, this shop's own export, and every sheet with their column names. */
export const shopify: Format = {
  name: 'a Shopify product export',
  recognises: (names) => new Columns([...names]).missing().length === 0,
  open(header) {
    const columns = new Columns(header);
    const names = header.map((name) => name.trim().toLowerCase());
    const markets = indianPrices.flatMap(([name, column]) =>
      names.includes(name) ? [[names.indexOf(name), column] as const] : [],
    );
    const readCells = (own: readonly string[]) => {
      const cells = columns.read(own);
      for (const [place, column] of markets) cells[column] = own[place]?.trim() || cells[column];
      return cells;
    };
    return {
      unread: () => columns.unread().filter((name) => !indianPrices.some(([market]) => market === name.toLowerCase())),
      absent: () => columns.absent(),
      read: ({ line, cells }) => [{ line, cells: readCells(cells), columns: columns.ofRow(cells) }],
    };
  },
};
