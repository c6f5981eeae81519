import { basename } from 'node:path';
import type { BadRow } from '#api/services/import/read/imported-product.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { RowPosition } from '#api/services/import/read/product-spool.ts';
import { catalogueRow } from '#api/services/import/read/validate-row.ts';
import { toVariantName } from '#api/services/import/read/variant-of-row.ts';
import { helpFor } from '#api/services/import/report/help-texts.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';

/** The stock of one variant, over all locations. */
export interface VariantStock {
  slug: string;
  variantName: string;
  stock: number;
  /** The first row of it. */
  at: RowPosition;
}

/** What the files say about stock. */
export interface ReadInventory {
  /** By slug and lower-case name of the variant. */
  stocks: VariantStock[];
  rows: number;
  badRows: BadRow[];
}

/** The figure that can be sold, the best first; what is on hand includes what is already promised. */
const figures = [/^available\b/, /^on hand \(new\)/, /^on hand\b/];

/** The column before those of the locations, in exports that have one column for each location. */
const LAST_FIXED = 'coo';

/** The columns of a Shopify inventory export whose figures add up to the stock; undefined for files of another kind. */
function findStockColumns(header: readonly string[]): number[] | undefined {
  const names = header.map((name) => name.replace('\ufeff', '').trim().toLowerCase());
  const columns = new Columns(header);
  if (!columns.has('handle') || !columns.has('option1') || columns.has('price')) return undefined;
  for (const figure of figures) {
    const place = names.findIndex((name) => figure.test(name));
    if (place >= 0) return [place];
  }
  const last = names.indexOf(LAST_FIXED);
  return last >= 0 && last < names.length - 1 ? names.flatMap((name, i) => (i > last && name ? [i] : [])) : undefined;
}

async function readHeader(file: string): Promise<string[]> {
  try {
    for await (const { cells } of readTable(file)) return cells;
  } catch {
    // The import says what is wrong with the file.
  }
  return [];
}

/** Whether a file is Shopify's inventory export, which has the stock of products that another file describes. */
export const isInventoryExport = async (file: string): Promise<boolean> => findStockColumns(await readHeader(file)) !== undefined;

const { quantity } = catalogueRow.shape;

/** Reads a product's handle and options; undefined after recording what is wrong. */
function readVariant(cells: ReturnType<Columns['read']>, columns: Columns, record: (column: string, reason: string) => void) {
  const { handle, option1, option2, option3 } = catalogueRow.shape;
  const slug = handle.safeParse(cells.handle);
  if (!slug.success) {
    record(columns.nameOf('handle'), slug.error.issues[0]?.message ?? '');
    return undefined;
  }
  const options = {
    option1: option1.parse(cells.option1),
    option2: option2.parse(cells.option2),
    option3: option3.parse(cells.option3),
  };
  return { slug: slug.data, variantName: toVariantName(options) };
}

/** Reads inventory exports. A variant has a row for each location, whose figures are added; "not stocked" counts as none. */
export async function readInventory(files: readonly string[]): Promise<ReadInventory> {
  const stocks = new Map<string, VariantStock>();
  const badRows: BadRow[] = [];
  let rows = 0;
  for (const path of files) {
    const file = basename(path);
    let columns: Columns | undefined;
    let places: readonly number[] = [];
    for await (const { line, cells } of readTable(path)) {
      if (!columns) {
        columns = new Columns(cells);
        places = findStockColumns(cells) ?? [];
        continue;
      }
      if (cells.every((cell) => cell.trim() === '')) continue;
      rows++;
      const variant = readVariant(columns.read(cells), columns, (column, reason) =>
        badRows.push({ file, line, column, reason, help: helpFor(reason) }),
      );
      if (!variant) continue;
      const figuresOfRow = places.map((place) => cells[place]?.trim() ?? '').filter((cell) => !/^not stocked$/i.test(cell));
      const parsed = figuresOfRow.map((cell) => quantity.safeParse(cell));
      const wrong = parsed.find(({ success }) => !success);
      if (wrong) {
        const reason = wrong.error?.issues[0]?.message ?? '';
        badRows.push({ file, line, column: 'stock', reason, help: helpFor(reason) });
        continue;
      }
      const stock = parsed.reduce((sum, { data }) => sum + (data ?? 0), 0);
      const key = JSON.stringify([variant.slug, variant.variantName.toLowerCase()]);
      const known = stocks.get(key);
      if (known) known.stock += stock;
      else stocks.set(key, { ...variant, stock, at: { file, line } });
    }
  }
  return { stocks: [...stocks.values()], rows, badRows };
}
