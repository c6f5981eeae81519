import type { Db } from '#api/database/schema/engine.ts';

const PAGE = 1000;

/** The few facts of every product that an import compares, in the order of their ids, some at a time. */
export async function* readProductPages(db: Db) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'slug', 'import_hash', 'active', 'pictures', 'sub_category_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
  }
}
