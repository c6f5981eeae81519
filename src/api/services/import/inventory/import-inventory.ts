import { lockStock } from '#api/database/locks.ts';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type StockSetting, setVariantStocks } from '#api/services/catalogue/set-stock.ts';
import { formatPositions, type ImportSummary, pluralise } from '#api/services/import/plan/import-summary.ts';
import { commandPacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { readInventory, type VariantStock } from './read-inventory.ts';

export interface InventoryOptions {
  dryRun?: boolean | undefined;
  /** Sets the stock of the good rows when there are bad ones. */
  skipBad?: boolean | undefined;
}

interface Counts {
  variants: number;
  products: Set<number>;
  unknown: VariantStock[];
}

const readVariants = (tx: Tx, slugs: readonly string[]) =>
  tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select([
      'variant.id',
      'product_id',
      'sub_category_id',
      'collections',
      'slug',
      'product_variation',
      'variant.stock',
      'imported_stock',
    ])
    .where('slug', 'in', padToPowerOfTwo(slugs))
    .where('variant.active', '=', 1)
    .execute();

/** Sets the stock of some variants, except where the figure is that of the last import: then units were sold since. */
async function setStocks(tx: Tx, batch: readonly VariantStock[], dryRun: boolean): Promise<Counts> {
  const counts: Counts = { variants: 0, products: new Set(), unknown: [] };
  const slugs = [...new Set(batch.map(({ slug }) => slug))];
  if (!dryRun) {
    const products = await tx.selectFrom('product').select('id').where('slug', 'in', padToPowerOfTwo(slugs)).execute();
    if (products.length > 0)
      await lockStock(
        tx,
        products.map(({ id }) => id),
      );
  }
  const variants = new Map(
    (await readVariants(tx, slugs)).map((row) => [JSON.stringify([row.slug, row.product_variation.toLowerCase()]), row]),
  );
  const settings: StockSetting[] = [];
  for (const wanted of batch) {
    const variant = variants.get(JSON.stringify([wanted.slug, wanted.variantName.toLowerCase()]));
    if (!variant) {
      counts.unknown.push(wanted);
      continue;
    }
    const stock = Math.max(0, wanted.stock);
    if (stock === variant.imported_stock) continue;
    settings.push({ variant, stock, isImported: true });
    if (stock === variant.stock) continue;
    counts.variants++;
    counts.products.add(variant.product_id);
  }
  if (!dryRun) await setVariantStocks(tx, settings);
  return counts;
}

/**
 * Sets the stock of existing variants from Shopify's inventory exports, in short transactions, and adds to the summary of the import that
 * these files belong to. Writes nothing when there are bad rows, unless `skipBad`.
 */
export async function importInventory(
  db: Db,
  files: readonly string[],
  { dryRun = false, skipBad = false }: InventoryOptions,
  summary: ImportSummary,
): Promise<ImportSummary> {
  const { stocks, rows, badRows } = await readInventory(files);
  const importedRows = summary.importedRows + rows - badRows.length;
  const sum = { ...summary, rows: summary.rows + rows, importedRows, badRows: [...summary.badRows, ...badRows] };
  if (badRows.length > 0 && !skipBad) return { ...sum, outcome: 'refused' };
  const counts: Counts = { variants: 0, products: new Set(), unknown: [] };
  // Rows of one product stay together, so that its totals are worked out once.
  const sorted = stocks.toSorted((a, b) => (a.slug < b.slug ? -1 : Number(a.slug > b.slug)));
  let done = 0;
  await runInBatches(commandPacing, async (size) => {
    const batch = sorted.slice(done, done + size);
    if (batch.length === 0) return false;
    const set = await write(db, (tx) => setStocks(tx, batch, dryRun));
    counts.variants += set.variants;
    for (const id of set.products) counts.products.add(id);
    counts.unknown.push(...set.unknown);
    done += batch.length;
    return true;
  });
  const known = new Set(stocks.map(({ slug }) => slug)).size - new Set(counts.unknown.map(({ slug }) => slug)).size;
  const { products, variants } = sum;
  const unknown = counts.unknown.map(({ at }) => at);
  const found = stocks.length - unknown.length;
  return {
    ...sum,
    products: {
      ...products,
      changed: products.changed + counts.products.size,
      unchanged: products.unchanged + Math.max(0, known - counts.products.size),
    },
    variants: { ...variants, changed: variants.changed + counts.variants },
    notes: [
      ...sum.notes,
      ...(found > 0
        ? [
            `${pluralise(found, 'variant has its', 'variants have their')} stock from the inventory export; all else stays as it is.`,
          ]
        : []),
      ...(unknown.length > 0
        ? [
            `${pluralise(unknown.length, 'row names a product or size', 'rows name products or sizes')} that the shop does not have: ${formatPositions(unknown)}. Import the product export first.`,
          ]
        : []),
    ],
  };
}
