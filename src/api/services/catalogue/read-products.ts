import { readPagesByKey } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { sellerName } from '#api/database/seller-name-sql.ts';
import { variantOnSale } from '#api/services/catalogue/variant-conditions.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { MAX_LISTED_VARIANTS } from '#lib/contract/limits.ts';
import { toRupees } from '#lib/rules/money.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { fromStoredAttributes } from './attributes.ts';
import { pickListedDesigns, readDesigns } from './designs.ts';
import { isGtin } from './gtin.ts';
import { findByOldSlug, readOldSlugs } from './old-slugs.ts';
import { readRelated } from './related-products.ts';
import { findSizeGuide, readSizeGuides } from './size-guides.ts';
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
  'product.attributes',
  'product.design_group',
  'product.size_guide',
  'product.seo_title',
  'product.seo_description',
  'product.related',
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

type VariantRow = Awaited<ReturnType<typeof readVariants>>[number];

/** How much of the variants a reply has: a list only as many as cards need, without pictures and barcodes. */
export type VariantDetail = 'listed' | 'all variants';

/** The variants on sale; a product without a choice has one without a name. */
const readVariants = (db: Db, productIds: Ids) =>
  db
    .selectFrom('variant')
    .select(['id', 'product_id', 'product_variation', 'price', 'mrp', 'stock', 'barcode', 'picture'])
    .select(['sale_ends_at', 'regular_price'])
    .where('product_id', 'in', productIds)
    .where(variantOnSale)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The first variants; the last one has another price if a later one has, so that cards show a range. */
function pickListed(variants: readonly VariantRow[]): VariantRow[] {
  const listed = variants.slice(0, MAX_LISTED_VARIANTS);
  const lowest = Math.min(...variants.map(({ price }) => price));
  const other = listed.some(({ price }) => price !== lowest) ? undefined : variants.find(({ price }) => price !== lowest);
  return other ? [...listed.slice(0, -1), other] : listed;
}

/** Position of a variant's picture among those of its product; undefined if it has none. */
function findPicture(paths: readonly string[], path: string | null): number | undefined {
  const at = path ? paths.indexOf(path) : -1;
  return at < 0 ? undefined : at;
}

const toGtin = (barcode: string | null | undefined) => (barcode && isGtin(barcode) ? { gtin: barcode } : {});

const toSaleEnd = ({ regular_price, sale_ends_at }: Pick<VariantRow, 'regular_price' | 'sale_ends_at'>) =>
  regular_price !== null && sale_ends_at !== null ? { sale_ends_at } : {};

function toVariants(rows: readonly VariantRow[], pictures: string, detail: VariantDetail): Variant[] {
  const paths = splitPictures(pictures).map((reference) => reference.split('#', 1)[0] as string);
  return rows.map((variant) => {
    const { id, product_variation, price, mrp, stock, barcode, picture: path } = variant;
    const picture = findPicture(paths, path);
    return {
      id,
      product_variation,
      stock,
      final_price: toRupees(price),
      mrp: toRupees(mrp),
      ...(detail === 'all variants' && { ...(picture !== undefined && { picture }), ...toGtin(barcode), ...toSaleEnd(variant) }),
    };
  });
}

/** Seller ids in the wire format: a retailer's product also has `retailer_product_id` (specification, entities). */
export const toSellerIds = (kind: 'retailer' | 'wholesaler', sellerId: number, productId: number) =>
  kind === 'retailer' ? { retailer_id: sellerId, retailer_product_id: productId } : { wholesaler_id: sellerId };

type Details = Pick<Product, 'old_slugs' | 'designs' | 'size_guide' | 'related'>;

function toProduct(row: ProductRow, rows: readonly VariantRow[], detail: VariantDetail, details: Details): Product {
  const choices = rows.filter(({ product_variation }) => product_variation !== '');
  const isCut = detail === 'listed' && choices.length > MAX_LISTED_VARIANTS;
  const variants = toVariants(isCut ? pickListed(choices) : choices, row.pictures, detail);
  return {
    product_id: row.id,
    ...toSellerIds(row.seller_kind, row.seller_id, row.id),
    slug: row.slug,
    ...(details.old_slugs && { old_slugs: details.old_slugs }),
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
    ...(detail === 'all variants' && row.attributes !== null && { attributes: fromStoredAttributes(row.attributes) }),
    ...(details.designs && { designs: details.designs }),
    ...(details.size_guide && { size_guide: details.size_guide }),
    ...(detail === 'all variants' && row.seo_title && { seo_title: row.seo_title }),
    ...(detail === 'all variants' && row.seo_description && { seo_description: row.seo_description }),
    ...(details.related?.length && { related: details.related }),
    ...(detail === 'all variants' && choices.length === 0 && rows[0] && { ...toGtin(rows[0].barcode), ...toSaleEnd(rows[0]) }),
    variants,
    ...(isCut && { variants_total: choices.length }),
    created_at: row.created_at,
    updated_at: row.updated_at ?? row.created_at,
  };
}

/** Reads products on sale as they are stored, sound or not; see `findProductsById`. */
async function readStoredProducts(db: Db, ids: number[], detail: VariantDetail = 'listed'): Promise<Product[]> {
  if (ids.length === 0) return [];
  const found = await productRows(db).where('product.id', 'in', ids).execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  const variants = Map.groupBy(await readVariants(db, ids), ({ product_id }) => product_id);
  const designs = await readDesigns(
    db,
    found.flatMap(({ design_group }) => design_group ?? []),
  );
  const oldSlugs = detail === 'all variants' ? await readOldSlugs(db, ids) : undefined;
  const related = detail === 'all variants' ? await readRelated(db, found) : undefined;
  const guides = detail === 'all variants' ? await readSizeGuides(db) : [];
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const ofGroup = designs.get(row.design_group ?? '');
    const details = {
      old_slugs: oldSlugs?.get(id),
      related: related?.get(id),
      designs: ofGroup && detail === 'listed' ? pickListedDesigns(ofGroup, id) : ofGroup,
      size_guide: findSizeGuide(guides, row.size_guide, row.sub_category_name),
    };
    return toProduct(row, variants.get(id) ?? [], detail, details);
  });
}

/** Products on sale by id, in the order of `ids`; ids that are not on sale, and products that pages cannot show, are left out. */
export const findProductsById = async (db: Db, ids: number[], detail?: VariantDetail): Promise<Product[]> =>
  keepSound(db, await readStoredProducts(db, ids, detail));

/** Lists the products on sale whose stored rows pages cannot show, or only in part, in batches. */
export async function* findBrokenProducts(db: Db): AsyncGenerator<BrokenProduct> {
  const onSale = db.selectFrom('product').select('id').where('active', '=', 1);
  const read = (after: number) => onSale.where('id', '>', after).orderBy('id').limit(BATCH_SIZE).execute();
  for await (const rows of readPagesByKey(read))
    for (const stored of await readStoredProducts(
      db,
      rows.map(({ id }) => id),
    )) {
      const { broken } = inspectProduct(stored);
      if (broken) yield broken;
    }
}

const idsBySlug = async (db: Db, slugs: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugs).where('active', '=', 1).execute();
  return new Map(rows.map(({ slug, id }) => [slug, id]));
};

/** Products on sale by slug, in the order of `slugs`; slugs that are not on sale are left out. */
export async function findProductsBySlug(db: Db, slugs: string[]): Promise<Product[]> {
  if (slugs.length === 0) return [];
  const ids = await idsBySlug(db, slugs);
  return findProductsById(
    db,
    slugs.flatMap((slug) => ids.get(slug) ?? []),
  );
}

/**
 * A product on sale with all its variants, by its slug, in capitals too (imports store lower case), or by one that it once had; undefined if
 * there is none.
 */
export async function findProductBySlug(db: Db, slug: string): Promise<Product | undefined> {
  const stored = slug.toLowerCase().normalize('NFC');
  const ids = await idsBySlug(db, [slug, stored]);
  const id = ids.get(slug) ?? ids.get(stored) ?? (await findByOldSlug(db, stored))?.id;
  return id === undefined ? undefined : (await findProductsById(db, [id], 'all variants'))[0];
}
