import type { TableRow } from '#api/services/import/formats/format.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import type { Table } from './find-header.ts';
import { type HeaderName, type NameMatch, type PriceName, readHeaderName } from './header-words.ts';
import { type ColumnProfile, profileColumn } from './profile-column.ts';
import { sizeOfHeader } from './read-cells.ts';
import { isNote, isTotals, readHeading } from './row-kinds.ts';
import type { TableMapping } from './table-mapping.ts';
import { isManyTarget, type Target } from './targets.ts';

/** A guess of what the columns of a table are. */
export interface MappingGuess {
  mapping: TableMapping;
  /** Up to three values of each column, by its name. */
  examples: Map<string, string[]>;
  /** Which of name and price cannot be guessed with certainty; the owner is asked. */
  unsure: ('name' | 'price')[];
}

interface TableColumn {
  column: string;
  cells: string[];
  names: NameMatch[];
  profile: ColumnProfile;
}

/** How many rows are looked at. */
export const SAMPLE_ROWS = 200;

/** The share of cells that must agree with a name: the others may be mistakes. */
const MOST = 0.6;
/** The same where the values alone decide. */
const NEARLY_ALL = 0.8;
/** Characters of an average description. */
const LONG_TEXT = 60;

/** Whether the values of a column can be what its name says. An empty column is what its name says. */
const fits: Record<HeaderName, (profile: ColumnProfile) => boolean> = {
  name: ({ words, pictures }) => words >= MOST && pictures < MOST,
  offer: ({ prices }) => prices >= MOST,
  price: ({ prices }) => prices >= MOST,
  mrp: ({ prices }) => prices >= MOST,
  stock: ({ counts }) => counts >= MOST,
  size: ({ averageLength }) => averageLength < LONG_TEXT,
  colour: ({ words }) => words >= MOST,
  option: ({ averageLength }) => averageLength < LONG_TEXT,
  picture: ({ pictures, prices }) => pictures >= MOST || prices < MOST,
  category: ({ words, pictures, averageLength }) => words >= MOST && pictures < MOST && averageLength < LONG_TEXT,
  description: ({ words }) => words >= MOST,
  code: ({ averageLength }) => averageLength < 40,
  barcode: ({ averageLength }) => averageLength < 40,
  brand: ({ words }) => words >= MOST,
  gst: ({ rates }) => rates >= MOST,
  hsn: ({ prices, averageLength }) => prices >= MOST || averageLength < 12,
  weight: ({ weights }) => weights >= MOST,
  origin: ({ words }) => words >= MOST,
  tags: ({ words }) => words >= MOST,
  fact: ({ averageLength }) => averageLength < 200,
  other: () => true,
};

/** A link may lead to a page or to a picture, and an id may be a row's: their values decide. */
const isWeak = (column: string, { pictures, words }: ColumnProfile): boolean =>
  (/^(?:link|url|लिंक)$/i.test(column) && pictures < MOST) || (/^id$/i.test(column) && words === 0);

/** The meanings of a column's name with which its values agree, the likeliest first; nothing if the name is of something else. */
function readNames({ column, names, profile }: TableColumn): NameMatch[] {
  if (names[0]?.is === 'other' || isWeak(column, profile)) return [];
  return names.filter(({ is }) => profile.filled === 0 || fits[is](profile));
}

/** Takes the column that is likeliest `is`. */
function takeNamed(columns: TableColumn[], is: HeaderName): { column: TableColumn; score: number } | undefined {
  const found = columns
    .flatMap((column) => {
      const [first] = readNames(column);
      return first?.is === is ? [{ column, score: first.score }] : [];
    })
    .sort((a, b) => b.score - a.score);
  return found[0];
}

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
function choosePrices(columns: TableColumn[]): { price?: TableColumn; mrp?: TableColumn; isSure: boolean } {
  const { offer, price: plain, mrp: printed } = findPrices(columns);
  const price = offer[0] ?? plain[0] ?? printed[0];
  if (!price) return { isSure: false };
  const mrp =
    printed.find((column) => column !== price) ?? (offer[0] ? plain[0] : undefined) ?? plain.find((column) => column !== price);
  const isSure = !mrp || shareBelow(price, mrp) >= 1 / 2;
  return { price, ...(mrp && isSure && { mrp }), isSure: isSure && price.profile.filled > 0 };
}

/** Columns named by sizes, with the stock or the price of each. */
function findSizeColumns(columns: TableColumn[], hasPrice: boolean): Partial<Record<'sizestock' | 'sizeprice', TableColumn[]>> {
  const sizes = columns.filter(
    ({ column, profile }) =>
      sizeOfHeader(column) !== undefined && (profile.filled === 0 || profile.counts >= MOST || profile.prices >= MOST),
  );
  if (sizes.length < 2) return {};
  return hasPrice ? { sizestock: sizes } : { sizeprice: sizes };
}

/** The column whose values are likeliest to be names: the shorter texts that differ most. */
function guessName(columns: readonly TableColumn[]): TableColumn | undefined {
  const texts = columns.filter(({ names, profile: { words, sizes, pictures, averageLength } }) => {
    const isText = words >= NEARLY_ALL && sizes < MOST && pictures < MOST && averageLength > 3 && averageLength < LONG_TEXT;
    return isText && (names[0]?.score ?? 0) < 1;
  });
  return texts.sort((a, b) => b.profile.distinct - a.profile.distinct)[0];
}

/** The column whose values are likeliest to be prices: the highest amounts of a column without a telling name. */
function guessPrice(columns: readonly TableColumn[]): TableColumn | undefined {
  const averageOf = ({ cells }: TableColumn): number => {
    const prices = cells.flatMap((cell) => paiseOf(cell) ?? []);
    return prices.reduce((sum, paise) => sum + paise, 0) / Math.max(1, prices.length);
  };
  const amounts = columns.filter(
    ({ names, profile }) => profile.prices >= NEARLY_ALL && profile.gtins < MOST && (names[0]?.score ?? 0) < 1,
  );
  return amounts.sort((a, b) => b.profile.money - a.profile.money || averageOf(b) - averageOf(a))[0];
}

/** What a column without a telling name may be by its values, if nothing else is that yet. */
function guessByValues({ profile }: TableColumn, isFree: (target: Target) => boolean): Target | undefined {
  const { filled, pictures, gtins, sizes, rates, words, averageLength, distinct, examples } = profile;
  if (filled === 0) return undefined;
  const guesses: [Target, boolean][] = [
    ['picture', pictures >= NEARLY_ALL],
    ['barcode', gtins >= NEARLY_ALL && filled > 1],
    ['size', sizes >= NEARLY_ALL && words >= MOST],
    ['gst', rates >= NEARLY_ALL && examples.every((cell) => cell.includes('%'))],
    ['description', words >= NEARLY_ALL && averageLength >= LONG_TEXT],
    ['category', words >= NEARLY_ALL && distinct > 1 && distinct * 4 <= filled && averageLength < 30],
  ];
  return guesses.find(([target, isLikely]) => isLikely && isFree(target))?.[0];
}

/** Whether cells are left empty below one that counts for them, as merged cells are. */
function isMerged({ cells, profile }: TableColumn, keys: readonly string[]): boolean {
  if (cells[0]?.trim() === '' || profile.filled === 0 || profile.filled * 10 > cells.length * 9) return false;
  return keys.length === 0 || keys.some((key, i) => key !== '' && cells[i]?.trim() === '');
}

/** The rows of a table that are looked at. */
const sampleOf = ({ rows }: Table): TableRow[] =>
  rows.slice(0, SAMPLE_ROWS).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));

/** The columns of a table with the cells of its products. */
function listColumns(table: Table): TableColumn[] {
  const width = table.header.length;
  const body = sampleOf(table).filter(({ cells }) => !isTotals(cells) && readHeading(cells, width) === undefined);
  return table.header.map((column, i): TableColumn => {
    const cells = body.map(({ cells }) => cells[i] ?? '');
    return { column, cells, names: readHeaderName(column), profile: profileColumn(cells) };
  });
}

/** Completes the mapping of a table from what its columns are: how its rows make products. */
export function completeMapping(table: Table, chosen: TableMapping['columns']): TableMapping {
  const columns = listColumns(table);
  const isA = ({ column }: TableColumn): Target | 'ignored' => chosen.find((each) => each.column === column)?.is ?? 'ignored';
  const of = (...targets: (Target | 'ignored')[]) => columns.filter((column) => targets.includes(isA(column)));
  const choices = of('size', 'colour', 'option', 'price');
  const rest = (columns[0]?.cells ?? []).map((_, i) => choices.map(({ cells }) => cells[i]?.trim() ?? '').join(''));
  const fillDown = [
    ...of('category', 'brand').filter((column) => isMerged(column, [])),
    ...of('name').filter((column) => isMerged(column, rest)),
  ];
  const [name] = of('name');
  const names = fillDownCells(name?.cells ?? [], name !== undefined && fillDown.includes(name));
  const width = table.header.length;
  return {
    columns: chosen,
    fillDown: fillDown.map(({ column }) => column),
    hasHeadings:
      of('category').length === 0 &&
      sampleOf(table)
        .slice(0, -1)
        .some(({ cells }) => !isNote(readHeading(cells, width) ?? '*')),
    productsBy: tellApart(of('code')[0], of('size', 'colour', 'option'), names),
  };
}

/** The targets of which a table has one column and whose names tell them, in the order in which they are looked for. */
const namedTargets = [
  'stock',
  'size',
  'colour',
  'option',
  'category',
  'description',
  'code',
  'barcode',
  'brand',
  'gst',
  'hsn',
  'weight',
  'origin',
  'tags',
] as const;

/** Guesses what the columns of a table are, by their names and the values of its first rows. */
export function guessMapping(table: Table): MappingGuess {
  const columns = listColumns(table);
  const chosen = new Map<TableColumn, Target>();
  const left = () => columns.filter((column) => !chosen.has(column));
  const find = (target: Target) => columns.find((column) => chosen.get(column) === target);
  const has = (target: Target) => find(target) !== undefined;

  const prices = choosePrices(columns);
  if (prices.price) chosen.set(prices.price, 'price');
  if (prices.mrp) chosen.set(prices.mrp, 'mrp');
  for (const [target, sizes = []] of Object.entries(findSizeColumns(left(), has('price'))))
    for (const column of sizes) chosen.set(column, target as Target);
  const name = takeNamed(left(), 'name');
  if (name) chosen.set(name.column, 'name');
  for (const target of namedTargets) {
    const found = takeNamed(left(), target);
    if (found) chosen.set(found.column, target);
  }
  for (const column of left()) {
    const first = readNames(column)[0];
    if (first?.is === 'picture' || first?.is === 'fact') chosen.set(column, first.is);
  }
  const dearest = has('price') || has('sizeprice') ? undefined : guessPrice(left());
  if (dearest) chosen.set(dearest, 'price');
  const likeliest = has('name') ? undefined : guessName(left());
  if (likeliest) chosen.set(likeliest, 'name');
  for (const column of left()) {
    if (column.names[0]?.is === 'other' && column.names[0].score >= 1) continue;
    const target = guessByValues(column, (each) => isManyTarget(each) || !has(each));
    if (target) chosen.set(column, target);
  }
  // Without a name, the code or the description is what the owner calls the product.
  const instead = find('code') ?? find('description');
  if (!has('name') && instead) chosen.set(instead, 'name');
  const size = find('size');
  if (size && (has('sizestock') || has('sizeprice'))) chosen.delete(size);
  const colour = find('colour');
  if (colour && !isChoice(colour, find('name'))) chosen.set(colour, 'fact');
  const isNamed = name !== undefined && name.score >= 1 && name.column.profile.filled > 0;
  return {
    mapping: completeMapping(
      table,
      columns.map((column) => ({ column: column.column, is: chosen.get(column) ?? 'ignored' })),
    ),
    examples: new Map(columns.map(({ column, profile }) => [column, profile.examples])),
    unsure: [...(isNamed ? [] : ['name' as const]), ...(prices.isSure || has('sizeprice') ? [] : ['price' as const])],
  };
}

const fillDownCells = (cells: readonly string[], isFilled: boolean): string[] => {
  let above = '';
  return cells.map((cell) => {
    if (cell.trim() !== '' || !isFilled) above = cell.trim();
    return above;
  });
};

/** Whether rows of one name differ in their colour, or a cell has several; a colour that each product has one of is a fact. */
function isChoice(colour: TableColumn, name: TableColumn | undefined): boolean {
  const names = fillDownCells(name?.cells ?? [], true);
  const first = new Map<string, string>();
  return colour.cells.some((cell, i) => {
    const [key, value] = [(names[i] ?? '').toLowerCase(), cell.trim().toLowerCase()];
    first.set(key, first.get(key) ?? value);
    return first.get(key) !== value || value.includes(',');
  });
}

/** Products are told apart by their codes when rows of the same name would be the same variant. */
function tellApart(
  code: TableColumn | undefined,
  options: readonly TableColumn[],
  names: readonly string[],
): TableMapping['productsBy'] {
  if (!code) return 'name';
  if (options.length === 0 && code.profile.distinct === code.cells.length) return 'code';
  const keys = names.map((name, i) => JSON.stringify([name, ...options.map(({ cells }) => cells[i]?.trim())]).toLowerCase());
  return new Set(keys).size < keys.length ? 'code' : 'name';
}
