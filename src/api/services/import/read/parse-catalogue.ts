import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeOtherFile } from '#api/services/import/formats/describe-other-file.ts';
import type { FormatProblem, FormatReader, ImportRow, Supplements } from '#api/services/import/formats/format.ts';
import { isTemplateStart } from '#api/services/import/formats/marketplaces/amazon.ts';
import { recogniseFormat } from '#api/services/import/formats/recognise-format.ts';
import { supplementsFirst } from '#api/services/import/formats/supplements.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv, readCsv } from '#api/services/import/tables/read-csv.ts';
import { readFeed } from '#api/services/import/tables/read-feed.ts';
import { findXmlEncoding } from '#api/services/import/tables/xml.ts';
import type { PartialSeller } from './imported-product.ts';
import { Columns } from './match-columns.ts';
import { type ParsedCatalogue, ProductCollector } from './product-collector.ts';
import type { ProductSpool } from './product-spool.ts';

export interface ParseCatalogueOptions {
  /** The seller of rows without one; what is undefined, existing products keep. */
  seller: PartialSeller;
  storeName?: string | undefined;
  /** Receives the products. */
  spool: ProductSpool;
  /** Called with the progress in bytes. */
  onRead?: (bytes: number, total: number) => void;
}

/** The most lines before the column names in a file that starts as a template. */
const MAX_BEFORE_HEADER = 8;

/**
 * Parses and validates product exports of the known formats. Streams the rows, so that memory does not grow with the files. Collects bad rows instead of
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
  const supplements: Supplements = new Map();
  for (const path of await supplementsFirst(files)) {
    const file = basename(path);
    let header: readonly string[] | undefined;
    let reader: FormatReader | undefined;
    const onBytes = (bytes: number) => {
      read += bytes;
      onRead?.(read, total);
    };
    const add = (rows: Iterable<ImportRow | FormatProblem>) => {
      for (const row of rows) {
        if ('problem' in row) collector.addUnusableRow({ file, line: row.line }, row.column, row.problem);
        else collector.add(row, { file, line: row.line });
      }
    };
    try {
      const isXml = (await findXmlEncoding(path)) !== undefined;
      let skipped = 0;
      for await (const { line, cells } of isXml ? readFeed(path, onBytes) : readCsv(path, onBytes)) {
        const mayPrecede = skipped > 0 ? skipped < MAX_BEFORE_HEADER : isTemplateStart(cells);
        if (!header && mayPrecede && !recogniseFormat(cells)) {
          skipped++;
          continue;
        }
        if (!header || !reader) {
          header = cells;
          const format = recogniseFormat(cells);
          if (!format) {
            const missing = new Columns(cells).missing().join(', ');
            collector.markUnreadable({ file, line }, missing, `must be among the columns: ${describeOtherFile(cells)}`);
            break;
          }
          reader = format.open(cells, supplements);
          collector.addFile(file, format.name, reader);
          continue;
        }
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
          const reason = `has ${cells.length} cells, but the header has ${header.length}`;
          collector.addWideRow(new Columns(header).read(cells), { file, line }, reason);
        } else add(reader.read({ line, cells }));
      }
      add(reader?.finish?.() ?? []);
      if (!header) collector.markUnreadable({ file, line: 1 }, 'row', 'must contain the column names, but the file is empty');
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
