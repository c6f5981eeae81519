import type { Tx } from '#api/database/schema/engine.ts';
import type { Seller } from '#api/services/import/read/imported-product.ts';

/** The ids of sellers by `sellerKey`. Inserts those that do not exist. */
export async function findOrAddSellers(tx: Tx, sellers: readonly Seller[]): Promise<Map<string, number>> {
  const wanted = new Map(sellers.map(({ kind, name }) => [sellerKey({ kind, name }), { kind, name }]));
  if (wanted.size === 0) return new Map();
  const read = async () => {
    const names = [...new Set([...wanted.values()].map(({ name }) => name))];
    const rows = await tx.selectFrom('seller').selectAll().where('name', 'in', names).execute();
    return new Map(rows.map((row) => [sellerKey(row), row.id]));
  };
  const existing = await read();
  const missing = [...wanted].filter(([key]) => !existing.has(key)).map(([, seller]) => seller);
  if (missing.length === 0) return existing;
  await tx
    .insertInto('seller')
    .values(missing)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return read();
}

/** Identifies a seller by kind and name: a retailer and a wholesaler may have the same name. */
export const sellerKey = ({ kind, name }: Seller): string => `${kind}:${name}`;
