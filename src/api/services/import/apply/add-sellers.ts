import type { Tx } from '#api/database/schema/engine.ts';
import type { Seller } from '#api/services/import/read/imported-product.ts';
import { foldName } from '#lib/rules/text.ts';

/** The ids of sellers by `sellerKey`. Inserts those that do not exist. */
export async function findOrAddSellers(tx: Tx, sellers: readonly Seller[]): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('seller').select(['id', 'kind', 'name']).orderBy('id', 'desc').execute();
  const ids = new Map(rows.map((row) => [sellerKey(row), row.id]));
  for (const { kind, name } of sellers) {
    const key = sellerKey({ kind, name });
    if (ids.has(key)) continue;
    const { id } = await tx.insertInto('seller').values({ kind, name }).returning('id').executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  return ids;
}

/** Identifies a seller by kind and name, in any case: a retailer and a wholesaler may have the same name. */
export const sellerKey = ({ kind, name }: Seller): string => `${kind}:${foldName(name)}`;
