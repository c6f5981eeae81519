import { compileOnce, type PlaceholderOf } from '#api/database/compile-once.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { sellerName } from '#api/database/seller-name-sql.ts';
import { variantHasSize, variantOnSale } from '#api/services/filters/variant-conditions.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { toRupees } from '#lib/rules/money.ts';
import { type BrokenProduct, inspectProduct, keepSound } from './stored-products.ts';

const productColumns = [
  'product.id',
  'product.slug',
  'product.name',
  'product.description',
  'product.brand',
  'product.pictures',
  'product.sub_category_id',
  'product.country_of_origin',
  'product.price',
  'product.mrp',
  'product.stock',
  'product.created_at',
  'product.updated_at',
  'product.seller_id',
  'product.option_name',
  'sub_category.name as sub_category_name',
  'seller.kind as seller_kind',
] as const;

const productRows = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .select(productColumns)
    .select(sellerName(db).as('seller_name'))
    .where('product.active', '=', 1);

type ProductRow = Awaited<ReturnType<ReturnType<typeof productRows>['execute']>>[number];

type Ids = readonly number[];

/** Products that a check of all of them reads at once. */
const BATCH_SIZE = 256;

const placeholdersOfIds = (placeholder: PlaceholderOf<Ids>, ids: Ids) =>
  ids.map((_, i) => placeholder((now) => now[i] as number));

const countOf = (ids: Ids): number => ids.length;

const productsById = compileOnce(
  (db, placeholder: PlaceholderOf<Ids>, ids) => productRows(db).where('product.id', 'in', placeholdersOfIds(placeholder, ids)),
  countOf,
);

const variantsByProduct = compileOnce(
  (db, placeholder: PlaceholderOf<Ids>, ids) =>
    db
      .selectFrom('variant')
      .select(['id', 'product_id', 'product_variation', 'price', 'mrp', 'stock'])
      .where('product_id', 'in', placeholdersOfIds(placeholder, ids))
      .where(variantOnSale)
      .where(variantHasSize)
      .orderBy('position')
      .orderBy('id'),
  countOf,
);

/** The selectable variants by product id; products without a choice have none. */
async function readVariants(db: Db, productIds: Ids): Promise<Map<number, Variant[]>> {
  const byProduct = new Map<number, Variant[]>();
  const { rows } = await db.executeQuery(variantsByProduct(db, productIds));
  for (const { product_id, price, mrp, ...row } of rows) {
    const variants = byProduct.get(product_id) ?? [];
    variants.push({ ...row, final_price: toRupees(price), mrp: toRupees(mrp) });
    byProduct.set(product_id, variants);
  }
  return byProduct;
}

/** Seller ids in the wire format: a retailer's product also has `retailer_product_id` (specification 3). */
export const toSellerIds = (kind: 'retailer' | 'wholesaler', sellerId: number, productId: number) =>
  kind === 'retailer' ? { retailer_id: sellerId, retailer_product_id: productId } : { wholesaler_id: sellerId };

function toProduct(row: ProductRow, variants: Variant[]): Product {
  return {
    product_id: row.id,
    ...toSellerIds(row.seller_kind, row.seller_id, row.id),
    slug: row.slug,
    name: row.name,
    description: row.description,
    ...(row.brand && { brand: row.brand }),
    product_images: row.pictures,
    sub_category: { id: row.sub_category_id, sub_category_name: row.sub_category_name },
    mrp: toRupees(row.mrp),
    final_price: toRupees(row.price),
    product_stock: row.stock,
    seller_name: row.seller_name,
    ...(row.country_of_origin && { country_of_origin: row.country_of_origin }),
    ...(row.option_name && variants.length > 0 && { option_name: row.option_name }),
    variants,
    created_at: row.created_at,
    updated_at: row.updated_at ?? row.created_at,
  };
}

/** Reads products on sale as they are stored, sound or not; see `findProductsById`. */
async function readStoredProducts(db: Db, ids: number[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await db.executeQuery(productsById(db, ids))).rows.map((row) => [row.id, row]));
  const variants = await readVariants(db, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toProduct(row, variants.get(id) ?? [])] : [];
  });
}

/** Products on sale by id, in the order of `ids`; ids that are not on sale, and products that pages cannot show, are left out. */
export const findProductsById = async (db: Db, ids: number[]): Promise<Product[]> =>
  keepSound(db, await readStoredProducts(db, ids));

/** Lists the products on sale whose stored rows pages cannot show, or only in part, in batches. */
export async function* findBrokenProducts(db: Db): AsyncGenerator<BrokenProduct> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('product')
      .select('id')
      .where('active', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const stored of await readStoredProducts(
      db,
      rows.map(({ id }) => id),
    )) {
      const { broken } = inspectProduct(stored);
      if (broken) yield broken;
    }
  }
}

/** Products on sale by slug, in the order of `slugs`; slugs that are not on sale are left out. */
export async function findProductsBySlug(db: Db, slugs: string[]): Promise<Product[]> {
  if (slugs.length === 0) return [];
  const rows = await db.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugs).where('active', '=', 1).execute();
  const ids = new Map(rows.map((row) => [row.slug, row.id]));
  return findProductsById(
    db,
    slugs.flatMap((slug) => ids.get(slug) ?? []),
  );
}
