import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Columns } from './columns.ts';
import { MalformedCsv, readCsv } from './csv.ts';
import type { Seller } from './product.ts';
import { type ParsedCatalogue, ProductCollector } from './product-collector.ts';
import type { ProductSpool } from './product-spool.ts';

export interface ParseCatalogueOptions {
  /** Whose the products are when the file has no Seller column. */
  seller: Seller;
  storeName?: string | undefined;
  /** Where the products are kept. */
  spool: ProductSpool;
  /** Hears how many of all bytes have been read. */
  onRead?: (bytes: number, total: number) => void;
}

/**
 * Reads product exports into products, checking every row. Rows are read one by one, and memory does not grow with the files. Bad rows are
 * collected, never thrown; a file that cannot be opened throws.
 */
export async function parseCatalogue(
  files: readonly string[],
  { seller, storeName, spool, onRead }: ParseCatalogueOptions,
): Promise<ParsedCatalogue> {
  const collector = new ProductCollector({ seller, storeName, spool });
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let read = 0;
  for (const path of files) {
    const file = basename(path);
    let columns: Columns | undefined;
    const onBytes = (bytes: number) => {
      read += bytes;
      onRead?.(read, total);
    };
    try {
      for await (const { line, cells } of readCsv(path, onBytes)) {
        if (!columns) {
          columns = new Columns(cells);
          const missing = columns.missing();
          if (missing.length === 0) continue;
          collector.unreadable(
            { file, line },
            missing.join(', '),
            'must be among the columns: the file does not look like a Shopify product export',
          );
          break;
        }
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (cells.slice(columns.width).some((cell) => cell.trim() !== '')) {
          collector.addBadRow({ file, line }, 'row', `has ${cells.length} cells, but the header has ${columns.width}`);
        } else {
          collector.add(columns.read(cells), columns, { file, line });
        }
      }
      if (!columns) collector.unreadable({ file, line: 1 }, 'row', 'must hold the column names, but the file is empty');
    } catch (error) {
      if (!(error instanceof MalformedCsv)) throw error;
      collector.unreadable({ file, line: error.line }, 'row', `cannot be read. ${error.message}`);
    }
  }
  return collector.finish();
}
