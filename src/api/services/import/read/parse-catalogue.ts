import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FormatReader, Supplements, TableRow } from '#api/services/import/formats/format.ts';
import { recogniseFormat } from '#api/services/import/formats/recognise-format.ts';
import { describeUnknownTable } from '#api/services/import/mapping/describe-unknown-table.ts';
import { type FindMapping, HeaderFinder } from '#api/services/import/mapping/header-finder.ts';
import { collectRows } from '#api/services/import/read/collect-rows.ts';
import type { PartialSeller } from '#api/services/import/read/imported-product.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { ParsedCatalogue } from '#api/services/import/read/parsed-catalogue.ts';
import { ProductCollector } from '#api/services/import/read/product-collector.ts';
import type { ProductSpool } from '#api/services/import/read/product-spool.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { endsWithLineBreak, MalformedCsv } from '#api/services/import/tables/read-csv.ts';
import { isCsv, readTable } from '#api/services/import/tables/read-table.ts';

async function isSupplement(file: string): Promise<boolean> {
  try {
    for await (const { cells } of readTable(file)) return recogniseFormat(cells)?.isSupplement === true;
  } catch (error) {
    if (!(error instanceof NoCsv || error instanceof MalformedCsv)) throw error;
  }
  return false;
}

/** Files in the order in which they are read: those that complete the rows of others first. Throws when a file cannot be opened. */
export async function supplementsFirst(files: readonly string[]): Promise<string[]> {
  if (files.length < 2) return [...files];
  const firsts = await Promise.all(files.map(isSupplement));
  return [...files.filter((_, index) => firsts[index]), ...files.filter((_, index) => !firsts[index])];
}

export interface ParseCatalogueOptions {
  /** The seller of rows without one; what is undefined, existing products keep. */
  seller: PartialSeller;
  storeName?: string | undefined;
  /** The mappings of tables of no known format; none by default. */
  findMapping?: FindMapping | undefined;
  spool: ProductSpool;
  /** Called with the progress in bytes. */
  onRead?: (bytes: number, total: number) => void;
}

const isKnownHeader = (cells: readonly string[]): boolean => recogniseFormat(cells) !== undefined;

/**
 * Parses and validates product exports of the known formats, and tables with a mapping. Streams the rows, so that memory does not grow with
 * the files. Collects bad rows instead of throwing; throws when a file cannot be opened.
 */
export async function parseCatalogue(
  files: readonly string[],
  { seller, storeName, findMapping = () => undefined, spool, onRead }: ParseCatalogueOptions,
): Promise<ParsedCatalogue> {
  const collector = new ProductCollector({ seller, storeName, spool });
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let read = 0;
  const supplements: Supplements = new Map();
  for (const path of await supplementsFirst(files)) {
    const file = basename(path);
    const finder = new HeaderFinder(findMapping);
    let header: readonly string[] | undefined;
    let reader: FormatReader | undefined;
    let hasLaterChanges = false;
    let lastCell: string | undefined;
    const onBytes = (bytes: number) => {
      read += bytes;
      onRead?.(read, total);
    };
    const add = ({ line, cells }: TableRow) => {
      if (!header || !reader || cells.every((cell) => cell.trim() === '')) return;
      if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
        const reason = `has ${cells.length} cells, but the header has ${header.length}`;
        collector.addWideRow(new Columns(header).read(cells), { file, line }, reason);
      } else collectRows(collector, reader.read({ line, cells }), file);
    };
    const open = (found: ReturnType<HeaderFinder['finish']>) => {
      if (!found) return;
      header = found.header;
      reader = found.format.open(header, supplements);
      hasLaterChanges = found.format.hasLaterChanges ?? false;
      collector.addFile(file, found.format.name, reader);
      found.rows.forEach(add);
    };
    try {
      for await (const row of readTable(path, onBytes, isKnownHeader)) {
        lastCell = row.cells.at(-1);
        if (reader) add(row);
        else open(finder.add(row) ?? (finder.isFull ? finder.finish() : undefined));
        if (finder.unknown) break;
      }
      if (!reader && !finder.unknown) open(finder.finish());
      if (finder.unknown) {
        const { column, reason } = describeUnknownTable(finder.unknown);
        collector.markUnreadable({ file, line: finder.unknown.line }, column, reason);
      } else if (!reader)
        collector.markUnreadable({ file, line: 1 }, 'row', 'must contain the column names, but the file is empty');
      collectRows(collector, reader?.finish?.() ?? [], file);
      if (await isCsv(path))
        collector.endCsv({ hasLaterChanges, openCell: (await endsWithLineBreak(path)) ? undefined : lastCell });
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
