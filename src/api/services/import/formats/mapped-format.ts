import type { Column } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns } from '#api/services/import/read/match-columns.ts';
import { lastPathPart, splitAddresses } from './cells.ts';
import type { Format, FormatReader, ImportRow, Supplements, TableRow } from './format.ts';
import { ProductHandles } from './product-handles.ts';

/** A row of the file with the importer's cells. */
export interface MappedRow {
  line: number;
  cells: Cells;
  /** The file's own cell by the column's name in lower case; '' without one. */
  cellOf(name: string): string;
  /** The cells of all columns with such a name: what the pattern's group takes of it, at its end, and the cell. Sizes are first. */
  optionsOf(pattern: RegExp): (readonly [name: string, value: string])[];
  morePictures: string[];
  isProductOnly: boolean;
}

/** A format in which each row is a variant or a whole product, so that names of columns say it all. */
export interface Mapping {
  /** Continues "This is", such as "a Zoho item export". */
  name: string;
  /** Names of columns in lower case by which it is recognised: all of `all`, and one of `any` if there are some. */
  all: readonly string[];
  any?: readonly string[];
  /** How the file's names are compared, from lower case: without a language, for example. The marks of required columns always go. */
  plain?: (name: string) => string;
  /** What the file calls the importer's columns, the likeliest name first. Columns that are not named are not in the file. */
  columns: Partial<Record<Column, readonly string[]>>;
  /** Columns with more pictures by their names in lower case, and whether a cell has several, separated by commas. */
  pictures?: { columns: RegExp; isList?: boolean };
  /** Columns that `adapt`, `productKey` and `join` read, by their names in lower case. */
  alsoRead?: RegExp;
  /** Cells that all rows have, such as the name of the option. */
  constants?: Partial<Cells>;
  adapt?: (row: MappedRow) => void;
  /** What tells products apart when the file has no handle: the title, unless given. Rows of one product have the same. */
  productKey?: (row: MappedRow) => string;
  /** The web address of the product's page, whose last part becomes the handle. */
  address?: (row: MappedRow) => string;
  /** Makes several rows of one by the rows of other files, or changes it. */
  expand?: (row: MappedRow, supplements: Supplements) => MappedRow[];
  /** For files in which rows depend on those before: whether a row is of the same product as `first`, and what becomes of its rows. */
  together?: { belongs: (row: MappedRow, first: MappedRow) => boolean; join: (rows: MappedRow[]) => void };
}

/** The most rows that wait for others of their product. */
const MAX_TOGETHER = 5000;

/** A column's name as it is compared: in lower case, without the mark of a required column. */
export const toName = (name: string, plain?: Mapping['plain']): string => {
  const lower = name
    .replace('\ufeff', '')
    .trim()
    .toLowerCase()
    .replace(/\s*\*+$/, '');
  return plain?.(lower) ?? lower;
};

/** Of columns that differ only in what is left out, that in English or the first of the alphabet. */
const preferred = (a: string, b: string): string =>
  /\(en\b/i.test(a) === /\(en\b/i.test(b) ? (a <= b ? a : b) : /\(en\b/i.test(a) ? a : b;

const byNumber = new Intl.Collator('en', { numeric: true });

class MappedHeader {
  readonly #places = new Map<string, number>();
  readonly #pictures: number[];
  readonly columns: Columns;
  readonly #header: readonly string[];
  readonly #mapping: Mapping;

  constructor(header: readonly string[], mapping: Mapping) {
    const { columns, pictures, constants = {}, plain } = mapping;
    this.#header = header;
    this.#mapping = mapping;
    for (const [place, name] of header.entries()) {
      const key = toName(name, plain);
      const other = this.#places.get(key);
      if (other === undefined || preferred(header[other] ?? '', name) === name) this.#places.set(key, place);
    }
    const found = [...this.#places.keys()].filter((name) => pictures?.columns.test(name)).sort(byNumber.compare);
    this.#pictures = found.map((name) => this.#places.get(name) ?? -1);
    const spelled = (names: readonly string[]) =>
      names.flatMap((name) => this.#spelled(this.#places.get(name.toLowerCase())) || []);
    const names = Object.fromEntries(
      Object.entries({ ...columns, image: [...(columns.image ?? []), ...found] }).map(([column, list]) => [
        column,
        spelled(list),
      ]),
    );
    this.columns = new Columns(header, { names, constants: Object.keys(constants) as Column[] });
  }

  #spelled(place: number | undefined): string {
    return this.#header[place ?? -1]?.replace('\ufeff', '').trim() ?? '';
  }

  read({ line, cells: own }: TableRow): MappedRow {
    const { columns, pictures, constants } = this.#mapping;
    const cellOf = (name: string) => own[this.#places.get(name) ?? -1]?.trim() ?? '';
    const cells = { ...this.columns.read(own), ...constants };
    const main = columns.image?.map((name) => cellOf(name.toLowerCase())).find(Boolean) ?? '';
    const more = this.#pictures.flatMap((place) =>
      pictures?.isList ? splitAddresses(own[place] ?? '') : (own[place]?.trim() ?? ''),
    );
    const [image = '', ...morePictures] = [...new Set([main, ...more].filter(Boolean))];
    cells.image = image;
    const optionsOf = (pattern: RegExp) =>
      this.#header
        .flatMap((_, place) => {
          const name = this.#spelled(place);
          const option = pattern.exec(name.toLowerCase())?.[1];
          return option === undefined ? [] : [[name.slice(name.length - option.length), own[place]?.trim() ?? ''] as const];
        })
        .sort(([a], [b]) => Number(/^size$/i.test(b)) - Number(/^size$/i.test(a)) || byNumber.compare(a, b));
    return { line, cells, cellOf, optionsOf, morePictures, isProductOnly: false };
  }

  unread(): string[] {
    const { plain, alsoRead } = this.#mapping;
    const pictures = new Set(this.#pictures.map((place) => this.#spelled(place)));
    return this.columns.unread().filter((name) => !pictures.has(name) && !alsoRead?.test(toName(name, plain)));
  }
}

/** Makes a format of the names of its columns. */
export function mappedFormat(mapping: Mapping): Format {
  const { name, all, any, plain } = mapping;
  const recognises = (names: ReadonlySet<string>): boolean => {
    const found = new Set([...names].map((column) => toName(column, plain)));
    return all.every((column) => found.has(column)) && (any?.some((column) => found.has(column)) ?? true);
  };
  return {
    name,
    recognises,
    open: (header, supplements = new Map()) => openMapped(new MappedHeader(header, mapping), mapping, supplements),
  };
}

function openMapped(
  header: MappedHeader,
  { adapt, productKey, address, expand, together }: Mapping,
  supplements: Supplements,
): FormatReader {
  const handles = new ProductHandles();
  const handleOf = (row: MappedRow): string => {
    const { handle, title } = row.cells;
    return handle || handles.handleOf(productKey?.(row) || title, title, lastPathPart(address?.(row) ?? ''));
  };
  let waiting: { row: MappedRow; columns: ImportRow['columns'] }[] = [];
  const flush = (): ImportRow[] => {
    const rows = waiting;
    waiting = [];
    together?.join(rows.map(({ row }) => row));
    const [first] = rows;
    const shared = together && first ? handleOf(first.row) : undefined;
    return rows.flatMap(({ row, columns }) => {
      row.cells.handle = shared ?? handleOf(row);
      const expanded = expand?.(row, supplements) ?? [row];
      return expanded.map(({ line, cells, morePictures, isProductOnly }, index) => {
        return { line, cells, columns, morePictures, isProductOnly, isContinued: index > 0 };
      });
    });
  };
  return {
    unread: () => header.unread(),
    absent: () => header.columns.absent(),
    mapped: () => header.columns.mapped(),
    read(tableRow) {
      const row = header.read(tableRow);
      adapt?.(row);
      const first = waiting[0]?.row;
      const isSame = first !== undefined && together?.belongs(row, first) === true && waiting.length < MAX_TOGETHER;
      const done = isSame ? [] : flush();
      waiting.push({ row, columns: header.columns.ofRow(tableRow.cells) });
      return together ? done : flush();
    },
    finish: flush,
  };
}
