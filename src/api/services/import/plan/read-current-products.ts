import type { Db } from '#api/database/schema/engine.ts';

const PAGE_SIZE = 1000;

/** Reads the columns of all products that an import compares, by id, with keyset pagination. */
export async function* readProductPages(db: Db) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'slug', 'import_hash', 'active', 'pictures', 'sub_category_id', 'collections'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
  }
}
