import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { parseCatalogue } from '#api/services/import/read/parse-catalogue.ts';
import type { ParsedCatalogue } from '#api/services/import/read/parsed-catalogue.ts';
import { ProductSpool } from '#api/services/import/read/product-spool.ts';

/** Rows of cells as CSV. Cells are quoted where they must be, or all. */
export function toCsv(rows: readonly (readonly string[])[], { separator = ',', end = '\n', quoteAll = false } = {}): string {
  const toCell = (cell: string) =>
    quoteAll || cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => row.map(toCell).join(separator) + end).join('');
}

/** Parses files without a shop: what they have, and the products in their order. */
export async function parseProducts(
  ...contents: (string | Uint8Array)[]
): Promise<{ parsed: ParsedCatalogue; products: ImportedProduct[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  const scratch = openTemporaryDatabase();
  try {
    const files = contents.map((content, index) => {
      const file = join(folder, index === 0 ? 'products.csv' : `products-${index + 1}.csv`);
      writeFileSync(file, content);
      return file;
    });
    const spool = new ProductSpool(scratch);
    const parsed = await parseCatalogue(files, { seller: {}, spool });
    return { parsed, products: [...spool.pages()].flat().map(({ product }) => product) };
  } finally {
    scratch.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
