import { randomBytes } from 'node:crypto';
import { writeTogether } from './one-statement-writes.ts';
import type { Db, Tx } from './schema/engine.ts';

/** Listing revisions whose changes are kept. */
const KEPT_REVISIONS = 2000;

/** Bytes of a stamp: two histories of a database do not share one. */
const STAMP_BYTES = 8;

/** The revisions to which what listings show belongs. */
export interface ListingRevisions {
  listing: number;
  assortment: number;
}

/** What changed between two listing revisions. */
export interface ListingChanges {
  /** Ids of the products, ascending. */
  products: number[];
  /** The stamp of the later one; undefined when the two are the same. */
  stamp: string | undefined;
}

/** Records which products changed with a listing revision; undefined when that is not known. */
export async function recordListingChange(
  tx: Tx,
  { listing, assortment }: ListingRevisions,
  products: ReadonlySet<number> | undefined,
): Promise<void> {
  const row = {
    listing_revision: listing,
    assortment_revision: assortment,
    stamp: randomBytes(STAMP_BYTES).toString('hex'),
    product_ids: products ? JSON.stringify([...products]) : null,
  };
  await writeTogether(tx, [
    tx.deleteFrom('listing_change').where('listing_revision', '<=', listing - KEPT_REVISIONS),
    tx.insertInto('listing_change').values(row),
  ]);
}

/** Reads what changed after one listing revision up to a later one; undefined when not all of it is known. */
export async function readListingChanges(db: Db, after: number, upTo: number): Promise<ListingChanges | undefined> {
  if (upTo - after > KEPT_REVISIONS) return undefined;
  const rows = await db
    .selectFrom('listing_change')
    .select(['stamp', 'product_ids'])
    .where('listing_revision', '>', after)
    .where('listing_revision', '<=', upTo)
    .orderBy('listing_revision')
    .execute();
  if (rows.length !== upTo - after) return undefined;
  const products = new Set<number>();
  for (const { product_ids } of rows) {
    if (product_ids === null) return undefined;
    for (const id of JSON.parse(product_ids) as number[]) products.add(id);
  }
  return { products: [...products].sort((a, b) => a - b), stamp: rows.at(-1)?.stamp };
}

/** The stamp of a listing revision; undefined when it is no longer known. */
export async function readListingStamp(db: Db, listing: number): Promise<string | undefined> {
  const row = await db.selectFrom('listing_change').select('stamp').where('listing_revision', '=', listing).executeTakeFirst();
  return row?.stamp;
}
