import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeOtherFile } from './describe-other-file.ts';
import { NoCsv } from './detect-encoding.ts';
import type { PartialSeller } from './imported-product.ts';
import { Columns } from './match-columns.ts';
import { type ParsedCatalogue, ProductCollector } from './product-collector.ts';
import type { ProductSpool } from './product-spool.ts';
import { MalformedCsv, readCsv } from './read-csv.ts';

export interface ParseCatalogueOptions {
  /** The seller of rows without one; what is undefined, existing products keep. */
  seller: PartialSeller;
  storeName?: string | undefined;
  /** Receives the products. */
  spool: ProductSpool;
  /** Called with the progress in bytes. */
  onRead?: (bytes: number, total: number) => void;
}

/**
 * Parses and validates product exports. Streams the rows, so that memory does not grow with the files. Collects bad rows instead of
 * throwing; throws when a file cannot be opened.
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
          collector.addColumns(columns);
          const missing = columns.missing();
          if (missing.length === 0) continue;
          collector.markUnreadable({ file, line }, missing.join(', '), `must be among the columns: ${describeOtherFile(cells)}`);
          break;
        }
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (cells.slice(columns.width).some((cell) => cell.trim() !== '')) {
          const reason = `has ${cells.length} cells, but the header has ${columns.width}`;
          collector.addWideRow(columns.read(cells), { file, line }, reason);
        } else {
          collector.add(columns.read(cells), columns.ofRow(cells), { file, line });
        }
      }
      if (!columns) collector.markUnreadable({ file, line: 1 }, 'row', 'must contain the column names, but the file is empty');
    } catch (error) {
      if (error instanceof NoCsv) {
        collector.markUnreadable({ file, line: 1 }, 'file', error.message);
        continue;
      }
      if (!(error instanceof MalformedCsv)) throw error;
      collector.markUnreadable({ file, line: error.line }, 'row', `cannot be read. ${error.message}`);
    }
  }
  return collector.finish();
}
