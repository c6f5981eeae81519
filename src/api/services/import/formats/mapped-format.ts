import type { Column } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns } from '#api/services/import/read/match-columns.ts';
import type { Format, ImportRow } from './format.ts';
import { ProductHandles } from './product-handles.ts';

/** A format in which each row is a variant or a whole product, so that names of columns say it all. */
export interface Mapping {
  /** Continues "This is", such as "a Zoho item export". */
  name: string;
  /** Names of columns in lower case by which it is recognised: all of `all`, and one of `any` if there are some. */
  all: readonly string[];
  any?: readonly string[];
  /** What the file calls the importer's columns, the likeliest name first. Columns that are not named are not in the file. */
  columns: Partial<Record<Column, readonly string[]>>;
  /** Cells that all rows have, such as the name of the option. */
  constants?: Partial<Cells>;
  /** Changes the cells of a row, given the file's own cells by column name in lower case. */
  adapt?: (cells: Cells, cellOf: (name: string) => string) => void;
  /** What tells products apart when the file has no handle: the title, unless given. Rows of one product have the same. */
  productKey?: (cells: Cells, cellOf: (name: string) => string) => string;
}

/** Makes a format of the names of its columns. */
export function mappedFormat(mapping: Mapping): Format {
  const { name, all, any, columns: names, constants = {}, adapt, productKey } = mapping;
  return {
    name,
    recognises: (found) => all.every((column) => found.has(column)) && (any?.some((column) => found.has(column)) ?? true),
    open(header) {
      const columns = new Columns(header, { names, constants: Object.keys(constants) as Column[] });
      const places = new Map(header.map((column, index) => [column.replace('\ufeff', '').trim().toLowerCase(), index]));
      const handles = new ProductHandles();
      const toRow = ({ line, cells: own }: { line: number; cells: string[] }): ImportRow => {
        const cellOf = (column: string) => own[places.get(column) ?? -1]?.trim() ?? '';
        const cells = { ...columns.read(own), ...constants };
        adapt?.(cells, cellOf);
        cells.handle ||= handles.handleOf(productKey?.(cells, cellOf) || cells.title, cells.title);
        return { line, cells, columns: columns.ofRow(own) };
      };
      return {
        unread: () => columns.unread(),
        absent: () => columns.absent(),
        mapped: () => columns.mapped(),
        read: (row) => [toRow(row)],
      };
    },
  };
}
