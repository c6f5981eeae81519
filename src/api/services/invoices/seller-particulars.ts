import type { Db, Tx } from '#api/database/schema/engine.ts';

/** Particulars of a seller for its invoices; null where the owner has not set them. */
export interface SellerParticulars {
  legal_name: string | null;
  address: string | null;
  gstin: string | null;
}

/** Every seller but the store itself, whose particulars are in the settings. */
export const listSellers = (db: Db) =>
  db
    .selectFrom('seller')
    .select(['kind', 'name', 'legal_name', 'address', 'gstin'])
    .where('name', '<>', '')
    .orderBy('name')
    .orderBy('kind')
    .execute();

/** Changes particulars of the sellers with this name. Returns whether there are any. */
export async function setSellerParticulars(tx: Tx, name: string, changes: Partial<SellerParticulars>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('seller')
    .set(changes)
    .where('name', '=', name)
    .where('name', '<>', '')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
