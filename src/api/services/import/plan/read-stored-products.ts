import type { Selectable } from 'kysely';
import { padToPowerOfTwo, readPagesByKey } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { fromStoredCollections, readCollectionNames } from '#api/services/catalogue/collections.ts';
import type { Seller } from '#api/services/import/read/imported-product.ts';

export type ProductRow = Selectable<Tables['product']>;

/** A product as it is stored, with the names that a file has instead of ids. */
export interface StoredProduct {
  row: ProductRow;
  category: string;
  collections: string[];
  seller: Seller;
}

/** Reads products by slug, withdrawn ones included. */
export async function readStoredProducts(db: Db, slugs: readonly string[]): Promise<Map<string, StoredProduct>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .selectAll('product')
    .select(['sub_category.name as category', 'seller.name as seller_name', 'seller.kind as seller_kind'])
    .where('slug', 'in', padToPowerOfTwo(slugs))
    .execute();
  const names = await readCollectionNames(db, rows);
  return new Map(
    rows.map(({ category, seller_name, seller_kind, ...row }) => {
      const collections = fromStoredCollections(row.collections).map((id) => names.get(id) ?? '');
      return [row.slug, { row, category, collections, seller: { kind: seller_kind, name: seller_name } }];
    }),
  );
}

const PAGE_SIZE = 1000;

/** Reads the columns of all products that an import compares, by id. */
export const readProductPages = (db: Db) =>
  readPagesByKey((after) =>
    db
      .selectFrom('product')
      .select(['id', 'slug', 'import_hash', 'active', 'pictures', 'sub_category_id', 'collections'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute(),
  );
