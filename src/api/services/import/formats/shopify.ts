import { type Column, columnNames } from '#api/services/import/read/column-names.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { Format } from './format.ts';

/** Prices for shoppers in India, in rupees, of a shop whose own currency is another one. They have names of several years. */
const indianPrices: readonly (readonly [name: string, column: Column])[] = [
  ['price / india', 'price'],
  ['compare-at price / india', 'compareAt'],
  ['compare at price / india', 'compareAt'],
];

const hasColumns = (names: ReadonlySet<string>): boolean => new Columns([...names]).missing().length === 0;

/** Columns of the shop's own files, in lower case. An owner may add some of them to a file of Shopify. */
const ownColumns = (['sellerKind', 'attributes', 'sizeGuide', 'gstRate', 'saleStart'] as const).map((column) =>
  columnNames[column][0].toLowerCase(),
);
/** How many of them the template and each export have at least. */
const OWN_COLUMNS = 3;

const isOwn = (names: ReadonlySet<string>): boolean => ownColumns.filter((name) => names.has(name)).length >= OWN_COLUMNS;

/** A Shopify product export of any year, and every sheet with its column names. */
export const shopify: Format = {
  name: 'a Shopify product export',
  recognises: (names) => hasColumns(names) && !isOwn(names),
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
      mapped: () => columns.mapped(),
      read: ({ line, cells }) => [{ line, cells: readCells(cells), columns: columns.ofRow(cells) }],
    };
  },
};

/** The template, filled in, and the shop's own export, which have the column names of Shopify and more. */
export const ownSheet: Format = {
  ...shopify,
  name: 'a product sheet of this shop',
  recognises: (names) => hasColumns(names) && isOwn(names),
};
