import type { Db } from '#api/database/schema/engine.ts';
import { findBrokenProducts } from '#api/services/catalogue/read-products.ts';
import { comparePictures } from '#api/services/import/plan/complete-pictures.ts';
import {
  addCounts,
  planVariants,
  readVariantsByProduct,
  type VariantPlan,
  type VariantRow,
  zeroCounts,
} from '#api/services/import/plan/plan-variants.ts';
import {
  type ProductRow,
  readProductPages,
  readStoredProducts,
  type StoredProduct,
} from '#api/services/import/plan/read-stored-products.ts';
import { columnNames } from '#api/services/import/read/column-names.ts';
import type { BadRow, ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { ParsedCatalogue } from '#api/services/import/read/parsed-catalogue.ts';
import type { SpooledProduct } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { completeProduct } from './complete-product.ts';
import { describeDifference, type ProductChange } from './describe-changes.ts';
import { findRenames } from './find-renames.ts';
import type { ImportSummary } from './import-summary.ts';
import type { PictureList } from './picture-list.ts';
import { arePicturesStored, fingerprintProduct, isUnchanged } from './product-fingerprint.ts';
import { listPictureSources } from './store-pictures.ts';

const MAX_NAMED = 5;

const countOptions = (variantName: string): number => (variantName === '' ? 0 : variantName.split(OPTION_SEPARATOR).length);

/**
 * The problem of a file without the options of a product that has them, which would otherwise be withdrawn; undefined when there is none. A
 * value "Default Title" says that the product has no options any more.
 */
function findMissingOption(
  product: ImportedProduct,
  stored: readonly VariantRow[],
): Pick<BadRow, 'column' | 'reason'> | undefined {
  const rows = stored.filter(({ active }) => active === 1).toSorted((a, b) => a.position - b.position);
  const onSale = rows.map(({ product_variation }) => product_variation);
  if (onSale.length === 0) return undefined;
  const known = new Set(onSale.map((variantName) => variantName.toLowerCase()));
  const fewest = Math.min(...onSale.map(countOptions));
  const missing = product.variants.find(
    ({ variation, lacksOption }) => lacksOption && !known.has(variation.toLowerCase()) && countOptions(variation) < fewest,
  );
  if (!missing) return undefined;
  const names = onSale.slice(0, MAX_NAMED).join(', ');
  const more = onSale.length > MAX_NAMED ? ` and ${onSale.length - MAX_NAMED} more` : '';
  const column = [columnNames.option1, columnNames.option2, columnNames.option3][countOptions(missing.variation)]?.[0];
  return {
    column: column ?? columnNames.option3[0],
    reason: `is required, because "${product.slug}" has options (${names}${more}): give each one a row with its value, or leave the product out of the file`,
  };
}

type ExistingProduct = Pick<ProductRow, 'id' | 'import_hash' | 'active' | 'sub_category_id'>;

/** What an import would change. */
export interface Comparison {
  /** By slug. */
  existing: Map<string, ExistingProduct>;
  /** The old slugs of renamed products, by new slug. `existing` has the new ones. */
  renames: Map<string, string>;
  withdrawnSlugs: string[];
  total: number;
  /** Complete only in a dry run; an import counts what it writes. */
  counts: Pick<ImportSummary, 'products' | 'variants'>;
  /** What changes, product by product; empty unless it is a dry run. */
  changes: ProductChange[];
  /** Numbers of products on sale: all of them, those that the files do not have, and those withdrawn or emptied. */
  onSale: Pick<ImportSummary['onSale'], 'all' | 'notInFiles' | 'losing' | 'cutAfter'>;
  collected: ParsedCatalogue;
}

export interface CompareOptions {
  pictures: PictureSource;
  replace?: boolean;
  dryRun?: boolean;
  /** Compares with the products of these slugs only, as if there were no others. */
  only?: ReadonlySet<string>;
  list: PictureList;
  onProgress?: (stage: 'checking', done: number, total: number) => void;
}

async function readExisting(db: Db, only: ReadonlySet<string> | undefined): Promise<Map<string, ExistingProduct>> {
  const existing = new Map<string, ExistingProduct>();
  if (only) {
    for (const [slug, { row }] of await readStoredProducts(db, [...only])) existing.set(slug, row);
    return existing;
  }
  const broken = new Set<string>();
  for await (const { slug } of findBrokenProducts(db)) broken.add(slug);
  // Without its hash, a product whose stored row is wrong counts as changed and is written again.
  for await (const products of readProductPages(db))
    for (const { slug, id, import_hash, active, sub_category_id } of products)
      existing.set(slug, { id, import_hash: broken.has(slug) ? '' : import_hash, active, sub_category_id });
  return existing;
}

interface Stored {
  products: Map<string, StoredProduct>;
  variants: Map<number, VariantRow[]>;
}

async function readStored(
  db: Db,
  page: readonly SpooledProduct[],
  { existing, renames }: Pick<Comparison, 'existing' | 'renames'>,
): Promise<Stored> {
  const slugs = page.flatMap(({ product: { slug } }) => (existing.has(slug) ? [slug] : []));
  const inDatabase = await readStoredProducts(
    db,
    slugs.map((slug) => renames.get(slug) ?? slug),
  );
  const products = new Map(
    slugs.flatMap((slug) => {
      const found = inDatabase.get(renames.get(slug) ?? slug);
      return found ? [[slug, found] as const] : [];
    }),
  );
  const ids = [...products.values()].map(({ row }) => row.id);
  return { products, variants: await readVariantsByProduct(db, ids) };
}

/** Whether a product loses variants or pictures, as the last one does in a file that was cut off after a row. */
function losesParts(product: ImportedProduct, { row }: StoredProduct, { counts }: VariantPlan): boolean {
  if (product.partial) return false;
  return counts.withdrawn > 0 || (!product.keepsPictures && product.pictures.length < splitPictures(row.pictures).length);
}

/** Letters and digits, because descriptions, prices and weights are stored in another form and unit than in files. */
const toPlain = (value: unknown): string =>
  String(value)
    .replace(/<[^>]*>|[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/^0+/, '')
    .toLowerCase();

/** Whether a cell may be the beginning of a stored value, such as 149 of a price of 1499. */
function startsStoredValue(cell: string | undefined, rows: readonly object[]): boolean {
  if (cell === undefined) return false;
  const start = toPlain(cell);
  return rows.some((row) => Object.values(row).some((value) => toPlain(value) !== start && toPlain(value).startsWith(start)));
}

/** Whether a slug may be the beginning of that of a product which the files do not have: some formats read it from the last cell. */
const startsSlugNotInFiles = (slug: string, { existing, collected: { slugs } }: Comparison): boolean =>
  existing.keys().some((known) => known.startsWith(slug) && !slugs.has(known));

/** Compares one product with what is stored and counts the changes. Returns false when the product is refused. */
function compareProduct(spooled: SpooledProduct, fingerprint: string, stored: Stored, comparison: Comparison): boolean {
  const { product } = spooled;
  const { counts, onSale, changes, collected } = comparison;
  const before = stored.products.get(product.slug);
  const storedVariants = before ? (stored.variants.get(before.row.id) ?? []) : [];
  const plan = planVariants(storedVariants, product);
  const last = collected.lastProducts.get(product.slug);
  if (!before) {
    if (last?.openCell !== undefined && startsSlugNotInFiles(product.slug, comparison)) onSale.cutAfter = product.slug;
    counts.products.added++;
    addCounts(counts.variants, plan.counts);
    changes.push({ slug: product.slug, change: 'added', details: [] });
    return true;
  }
  const problem = findMissingOption(product, storedVariants);
  if (problem) {
    collected.badRows.push({ ...spooled.at, ...problem });
    collected.lost.addProduct(product.slug, spooled.rows);
    return false;
  }
  const pictures = comparePictures(product, before.row, fingerprint);
  const variants = { stored: storedVariants, plan };
  const { details, isEmptied } = describeDifference(before, completeProduct(product, before), pictures, variants);
  const renamedFrom = comparison.renames.get(product.slug);
  if (renamedFrom) details.unshift(`handle ${renamedFrom} → ${product.slug}`);
  const mayBeCut = last?.hasLaterChanges || startsStoredValue(last?.openCell, [before.row, ...storedVariants]);
  const isCut = last && (losesParts(product, before, plan) || (mayBeCut && details.length > 0));
  if (isCut) onSale.cutAfter = product.slug;
  if ((isEmptied || isCut) && before.row.active === 1) onSale.losing++;
  addCounts(counts.variants, plan.counts);
  counts.products[details.length === 0 ? 'unchanged' : 'changed']++;
  if (details.length > 0) changes.push({ slug: product.slug, change: 'changed', details });
  return true;
}

/**
 * Compares the files with the database. Marks the products to write in the spool with their fingerprints and adds their pictures to the list;
 * those without a change are written too when their fingerprint differs. A dry run ignores that pictures of a product were missing last time.
 * Adds products whose options are missing to the bad rows.
 */
export async function compareCatalogue(db: Db, collected: ParsedCatalogue, options: CompareOptions): Promise<Comparison> {
  const { pictures, replace, dryRun, only, list, onProgress } = options;
  const { products: spool, slugs, skipped } = collected;
  const existing = await readExisting(db, only);
  const renames = await findRenames(db, collected, existing);
  for (const [slug, old] of renames) {
    existing.set(slug, existing.get(old) as ExistingProduct);
    existing.delete(old);
  }
  const notForSale = new Set(skipped.map(({ slug }) => slug));
  const slugsOnSale = [...existing].flatMap(([slug, { active }]) => (active === 1 ? [slug] : []));
  const notInFiles = slugsOnSale.filter((slug) => !slugs.has(slug)).length;
  const withdrawnSlugs = slugsOnSale.filter((slug) => notForSale.has(slug) || (replace && !slugs.has(slug)));
  const counts = {
    products: { ...zeroCounts(), unchanged: 0, withdrawn: withdrawnSlugs.length },
    variants: zeroCounts(),
  };
  const onSale: Comparison['onSale'] = { all: slugsOnSale.length, notInFiles, losing: withdrawnSlugs.length };
  const comparison: Comparison = { existing, renames, withdrawnSlugs, total: 0, counts, changes: [], onSale, collected };
  for (const page of spool.pages()) {
    const prints = new Map<SpooledProduct, string>();
    for (const spooled of page) {
      const before = existing.get(spooled.product.slug);
      const fingerprint = await fingerprintProduct(spooled.product, pictures, before?.import_hash);
      const isSame = before?.active === 1 && isUnchanged(before.import_hash, fingerprint, dryRun ?? false);
      if (isSame) counts.products.unchanged++;
      else prints.set(spooled, fingerprint);
    }
    const stored = await readStored(db, [...prints.keys()], comparison);
    comparison.total += page.length;
    for (const { product } of page)
      collected.leftOut.related += product.related?.filter((slug) => !existing.has(slug) && !slugs.has(slug)).length ?? 0;
    for (const [spooled, fingerprint] of prints) {
      if (!compareProduct(spooled, fingerprint, stored, comparison)) {
        comparison.total--;
        continue;
      }
      spool.setFingerprint(spooled.seq, fingerprint);
      const isStored = arePicturesStored(spooled.product, existing.get(spooled.product.slug)?.import_hash ?? '', fingerprint);
      if (!dryRun) for (const source of listPictureSources(spooled.product, isStored)) list.add(source);
    }
    if (!dryRun) comparison.changes = [];
    onProgress?.('checking', comparison.total, slugs.size);
  }
  if (dryRun) comparison.changes.push(...withdrawnSlugs.map((slug) => ({ slug, change: 'withdrawn' as const, details: [] })));
  return comparison;
}
