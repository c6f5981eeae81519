import type { Selectable } from 'kysely';
import { lockStock } from '../../database/locks.ts';
import type { Tx } from '../../database/open.ts';
import type { Tables } from '../../database/tables.ts';
import { productsById } from '../products.ts';
import type { ImportedProduct, ImportedVariant, Seller } from './product.ts';

/** A product with its pictures taken, ready to be written. */
export interface ReadyProduct {
  product: ImportedProduct;
  hash: string;
  /** Those that could be taken. A product that is there already keeps its pictures when it has some and none could be. */
  pictures: { reference: string; alt: string }[];
}

/** How many variants a write added, changed and took from sale. */
export interface VariantCounts {
  added: number;
  changed: number;
  withdrawn: number;
}

/** The seller's id; a seller that is not known yet is added. */
export async function sellerId(tx: Tx, { kind, name }: Seller): Promise<number> {
  await tx
    .insertInto('seller')
    .values({ kind, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom('seller').select('id').where('kind', '=', kind).where('name', '=', name).executeTakeFirstOrThrow())
    .id;
}

/** The sub-category's id, whatever the case of its name; a new one goes last. Its picture is chosen when the products are in. */
export async function subCategoryId(tx: Tx, name: string): Promise<number> {
  const { last } = await tx
    .selectFrom('sub_category')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('sub_category')
    .values({ name, image: '', position: Number(last) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom('sub_category').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

type VariantRow = Selectable<Tables['variant']>;

/**
 * The stock of a variant after an import. A quantity that the file's owner left as it was says nothing of what has been sold since, so it
 * changes nothing.
 */
function stockAfter({ stock, stockBefore, firstStock }: ImportedVariant, before: VariantRow | undefined): number {
  if (stock === undefined) return before?.stock ?? firstStock ?? 0;
  return before && stock === (stockBefore ?? before.imported_stock) ? before.stock : stock;
}

async function writeVariants(tx: Tx, productId: number, product: ImportedProduct): Promise<VariantCounts> {
  const counts: VariantCounts = { added: 0, changed: 0, withdrawn: 0 };
  const present = await tx.selectFrom('variant').selectAll().where('product_id', '=', productId).execute();
  const byVariation = new Map(present.map((row) => [row.product_variation.toLowerCase(), row]));
  const values = ({ variation, sku, price, mrp }: ImportedVariant, position: number) =>
    ({ product_variation: variation, sku, price, mrp, position, active: 1 }) as const;
  for (const [index, variant] of product.variants.entries()) {
    const before = byVariation.get(variant.variation.toLowerCase());
    byVariation.delete(variant.variation.toLowerCase());
    const wanted = { ...values(variant, index + 1), stock: stockAfter(variant, before) };
    const imported_stock = variant.stock ?? before?.imported_stock ?? null;
    if (!before) {
      await tx
        .insertInto('variant')
        .values({ ...wanted, imported_stock, product_id: productId })
        .execute();
      counts.added++;
    } else {
      const isChanged = Object.entries(wanted).some(([column, value]) => before[column as keyof typeof wanted] !== value);
      if (isChanged || before.imported_stock !== imported_stock)
        await tx
          .updateTable('variant')
          .set({ ...wanted, imported_stock })
          .where('id', '=', before.id)
          .execute();
      if (isChanged) counts.changed++;
    }
  }
  const gone = product.partial ? [] : [...byVariation.values()].filter((row) => row.active === 1);
  for (const { id } of gone) await tx.updateTable('variant').set({ active: 0 }).where('id', '=', id).execute();
  counts.withdrawn = gone.length;
  return counts;
}

/** Brings a product's own price, MRP and stock in step with its variants on sale: the lowest price with its MRP, the sum of stock. */
export async function refreshProductTotals(tx: Tx, productId: number): Promise<void> {
  await lockStock(tx, [productId]);
  const variants = await tx
    .selectFrom('variant')
    .select(['price', 'mrp', 'stock'])
    .where('product_id', '=', productId)
    .where('active', '=', 1)
    .orderBy('price')
    .orderBy('position')
    .execute();
  const [cheapest] = variants;
  if (!cheapest) return;
  const stock = variants.reduce((sum, variant) => sum + variant.stock, 0);
  await tx.updateTable('product').set({ price: cheapest.price, mrp: cheapest.mrp, stock }).where('id', '=', productId).execute();
}

/** Notes that what pages show of a product is from now on another. */
export const noteChange = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ updated_at: new Date().toISOString() }).where('id', '=', id).execute();

/** All that pages show of a product, its stock as some or none, to be compared; nothing while it is not on sale. */
async function shownOf(tx: Tx, id: number): Promise<string | undefined> {
  const [product] = await productsById(tx, [id]);
  return JSON.stringify(product, (key, value) => {
    if (key === 'stock' || key === 'product_stock') return value > 0;
    return key === 'updated_at' ? undefined : value;
  });
}

/** Adds a product or changes the one of the same slug, with its variants. `createdAt` holds for a new one. Returns its id. */
export async function writeProduct(
  tx: Tx,
  { product, hash, pictures }: ReadyProduct,
  id: number | undefined,
  createdAt: string,
): Promise<{ id: number; variants: VariantCounts }> {
  const values = {
    name: product.name,
    description: product.description,
    brand: product.brand,
    sub_category_id: await subCategoryId(tx, product.category),
    seller_id: await sellerId(tx, product.seller),
    country_of_origin: product.countryOfOrigin,
    keywords: product.keywords,
    import_hash: hash,
    active: 1,
  };
  const pictured = {
    pictures: pictures.map(({ reference }) => reference).join(','),
    picture_alts: JSON.stringify(pictures.map(({ alt }) => alt)),
  };
  const keepsPictures = pictures.length === 0 && product.pictures.length > 0;
  const shownBefore = id === undefined ? undefined : await shownOf(tx, id);
  const productId =
    id ??
    (
      await tx
        .insertInto('product')
        .values({ ...values, ...pictured, slug: product.slug, price: 0, mrp: 0, stock: 0, created_at: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  if (id !== undefined) {
    const changed = keepsPictures ? values : { ...values, ...pictured };
    await tx.updateTable('product').set(changed).where('id', '=', id).execute();
  }
  const variants = await writeVariants(tx, productId, product);
  await refreshProductTotals(tx, productId);
  if ((await shownOf(tx, productId)) !== shownBefore) await noteChange(tx, productId);
  return { id: productId, variants };
}

/** Takes a product from sale; its orders keep it. Should the file offer it again, it counts as changed. */
export const withdrawProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ active: 0, import_hash: '' }).where('id', '=', id).execute();
