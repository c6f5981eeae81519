import { sql } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { toFilterValues } from '#api/database/filter-values.ts';
import { type Db, engineOf, type Tx } from '#api/database/schema/engine.ts';
import { indexProduct } from '#api/database/search/product-index.ts';
import { toStoredAttributes } from '#api/services/catalogue/attributes.ts';
import { toStoredCollections, writeCollections } from '#api/services/catalogue/collections.ts';
import { writeProductFacts } from '#api/services/catalogue/filter-facts.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';

/** A product to put on sale, with defaults for missing fields. Prices in paise. */
export interface NewProduct {
  name: string;
  category: string;
  /** Names of further categories that list it. */
  collections?: readonly string[];
  slug?: string;
  seller?: string;
  sellerKind?: 'retailer' | 'wholesaler';
  brand?: string;
  description?: string;
  keywords?: string;
  price?: number;
  mrp?: number;
  /** Stock by name of the variant; a number for a product without variants. */
  stock?: number | Record<string, number>;
  active?: boolean;
  createdAt?: string;
  /** What its variants differ in; sizes by default. */
  optionName?: string;
  /** Its colour within its design. */
  colour?: string;
  /** Facts by name. */
  facts?: Record<string, string>;
}

export interface AddedProduct {
  id: number;
  slug: string;
  /** Variant ids by name. */
  variants: Record<string, number>;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

async function categoryId(tx: Tx, name: string): Promise<number> {
  await tx
    .insertInto('sub_category')
    .values({ name, image: '/media/category.svg#300x300', position: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await tx.selectFrom('sub_category').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

async function sellerId(tx: Tx, kind: 'retailer' | 'wholesaler', name: string): Promise<number> {
  await tx
    .insertInto('seller')
    .values({ kind, name })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('seller')
    .select('id')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Puts a product on sale. */
export async function addProduct(tx: Tx, product: NewProduct): Promise<AddedProduct> {
  const { name, price = 99_900, mrp = price, stock = 10 } = product;
  const slug = product.slug ?? slugOf(name);
  const stockOfVariants = typeof stock === 'number' ? { '': stock } : stock;
  const attributes = Object.entries(product.facts ?? {}).map(([fact, value]) => ({ name: fact, value }));
  const [option_name, design_label] = [product.optionName ?? null, product.colour ?? null];
  const collectionIds: number[] = [];
  for (const collection of product.collections ?? []) collectionIds.push(await categoryId(tx, collection));
  const collections = toStoredCollections(collectionIds);
  const { id } = await tx
    .insertInto('product')
    .values({
      slug,
      name,
      description: product.description ?? '<p>A good thing.</p>',
      brand: product.brand ?? null,
      pictures: '/media/a.svg#900x1200, /media/b.svg#900x1200',
      picture_alts: '[]',
      sub_category_id: await categoryId(tx, product.category),
      collections,
      seller_id: await sellerId(tx, product.sellerKind ?? 'retailer', product.seller ?? 'Our shop'),
      keywords: product.keywords ?? '',
      option_name,
      design_label,
      attributes: toStoredAttributes(attributes),
      price,
      mrp,
      stock: Object.values(stockOfVariants).reduce((sum, n) => sum + n, 0),
      import_hash: '',
      active: product.active === false ? 0 : 1,
      created_at: product.createdAt ?? new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const variants: Record<string, number> = {};
  for (const [position, [variantName, units]] of Object.entries(stockOfVariants).entries()) {
    const filtered = toFilterValues({ optionName: option_name, designLabel: design_label, attributes }, variantName);
    const row = { product_id: id, product_variation: variantName, price, mrp, stock: units, position, active: 1, ...filtered };
    variants[variantName] = (await tx.insertInto('variant').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }
  await writeCollections(tx, [{ id, collections, isNew: true }]);
  await writeProductFacts(tx, [{ id, attributes: toStoredAttributes(attributes) }]);
  await indexProduct(tx, id);
  await bumpRevision(tx, [STORE_KEY]);
  return { id, slug, variants };
}

/** Gives the next product of an empty shop this id, as after an import of so many. */
export async function startProductIdsAt(db: Db, id: number): Promise<void> {
  const statement =
    engineOf(db) === 'postgres'
      ? sql`ALTER TABLE product ALTER COLUMN id RESTART WITH ${sql.lit(id)}`
      : sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('product', ${id - 1})`;
  await statement.execute(db);
}
