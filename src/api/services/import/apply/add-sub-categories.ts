import type { Tx } from '#api/database/schema/engine.ts';

/** The ids of sub-categories by the given names, case-insensitive. Inserts those that do not exist, last and without a picture. */
export async function findOrAddSubCategories(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of new Set(names)) ids.set(name, (await findId(tx, name)) ?? (await insertLast(tx, name)));
  return ids;
}

const findId = async (tx: Tx, name: string): Promise<number | undefined> =>
  (await tx.selectFrom('sub_category').select('id').where('name', '=', name).executeTakeFirst())?.id;

async function insertLast(tx: Tx, name: string): Promise<number> {
  const { last } = await tx
    .selectFrom('sub_category')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('sub_category')
    .values({ name, image: '', position: Number(last) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom('sub_category').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}
