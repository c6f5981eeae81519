import type { Tx } from '#api/database/schema/engine.ts';
import type { Seller } from '#api/services/import/read/product.ts';

/** The ids of sellers, by `sellerKey`. Sellers that are not known yet are added. */
export async function findOrAddSellers(tx: Tx, sellers: readonly Seller[]): Promise<Map<string, number>> {
  const wanted = new Map(sellers.map(({ kind, name }) => [sellerKey({ kind, name }), { kind, name }]));
  if (wanted.size === 0) return new Map();
  const read = async () => {
    const names = [...new Set([...wanted.values()].map(({ name }) => name))];
    const rows = await tx.selectFrom('seller').selectAll().where('name', 'in', names).execute();
    return new Map(rows.map((row) => [sellerKey(row), row.id]));
  };
  const known = await read();
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, seller]) => seller);
  if (missing.length === 0) return known;
  await tx
    .insertInto('seller')
    .values(missing)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return read();
}

/** Tells sellers apart: the same name may be a retailer's and a wholesaler's. */
export const sellerKey = ({ kind, name }: Seller): string => `${kind}:${name}`;
