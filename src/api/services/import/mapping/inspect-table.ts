import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import { toMappedFormat } from '#api/services/import/mapping/to-mapped-format.ts';
import { collectRows } from '#api/services/import/read/collect-rows.ts';
import type { BadRow, ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { ProductCollector } from '#api/services/import/read/product-collector.ts';
import { ProductSpool } from '#api/services/import/read/product-spool.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import type { Table } from './find-header.ts';
import { guessMapping, type MappingGuess } from './guess-mapping.ts';
import { type FindMapping, HeaderFinder } from './header-finder.ts';
import type { TableMapping } from './table-mapping.ts';

/** What a file is: of a known format or with a known mapping, else a table with a guess of its columns, else nothing that has columns. */
export type Inspection =
  | { kind: 'known'; format: string }
  | { kind: 'table'; table: Table; guess: MappingGuess }
  | { kind: 'nothing' };

/** Looks at the first rows of a file. Throws what reading it throws. */
export async function inspectTable(path: string, findMapping: FindMapping): Promise<Inspection> {
  const finder = new HeaderFinder(findMapping);
  for await (const row of readTable(path)) {
    const found = finder.add(row);
    if (found) return { kind: 'known', format: found.format.name };
    if (finder.isFull) break;
  }
  const found = finder.finish();
  if (found) return { kind: 'known', format: found.format.name };
  const table = finder.unknown;
  return table && table.rows.length > 0 ? { kind: 'table', table, guess: guessMapping(table) } : { kind: 'nothing' };
}

/** The first products that a mapping makes of a table, and the rows among those read that it cannot use. */
export function previewTable(
  { header, rows }: Table,
  mapping: TableMapping,
  limit: number,
): { products: ImportedProduct[]; badRows: BadRow[] } {
  const scratch = openTemporaryDatabase();
  try {
    const collector = new ProductCollector({ seller: {}, storeName: undefined, spool: new ProductSpool(scratch) });
    const reader = toMappedFormat(mapping).open(header);
    for (const row of rows) collectRows(collector, reader.read(row), '');
    const { products, badRows } = collector.finish();
    return {
      products: [...products.pages()]
        .flat()
        .slice(0, limit)
        .map(({ product }) => product),
      badRows,
    };
  } finally {
    scratch.close();
  }
}
