import type { Tx } from '#api/database/schema/engine.ts';
import { foldName } from '#lib/rules/text.ts';

/** The ids of sub-categories by the given names, in any case. Inserts those that do not exist, last and without a picture. */
export async function findOrAddSubCategories(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('sub_category').select(['id', 'name', 'position']).orderBy('id', 'desc').execute();
  // The engines fold case in ways of their own: the first of several names that fold to one is found on both.
  const known = new Map(rows.map(({ id, name }) => [foldName(name), id]));
  let position = Math.max(0, ...rows.map((row) => row.position));
  const ids = new Map<string, number>();
  for (const name of new Set(names)) {
    const id = known.get(foldName(name)) ?? (await insert(tx, name, ++position));
    known.set(foldName(name), id);
    ids.set(name, id);
  }
  return ids;
}

const insert = async (tx: Tx, name: string, position: number): Promise<number> =>
  (await tx.insertInto('sub_category').values({ name, image: '', position }).returning('id').executeTakeFirstOrThrow()).id;
