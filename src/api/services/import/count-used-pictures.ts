import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '#api/database/schema/engine.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { readProductPages } from './plan/read-current-products.ts';

/** Counts the distinct pictures of the wanted products and their sub-categories; dedupes in the `scratch` database. */
export async function countUsedPictures(db: Db, scratch: DatabaseSync, isWanted: (slug: string) => boolean): Promise<number> {
  scratch.exec('CREATE TABLE used (reference TEXT PRIMARY KEY) WITHOUT ROWID');
  const add = scratch.prepare('INSERT INTO used VALUES (?) ON CONFLICT DO NOTHING');
  const categories = new Set<number>();
  for await (const products of readProductPages(db)) {
    for (const { slug, pictures, sub_category_id } of products) {
      if (!isWanted(slug)) continue;
      categories.add(sub_category_id);
      for (const reference of splitPictures(pictures)) add.run(reference);
    }
  }
  for (const { id, image } of await db.selectFrom('sub_category').select(['id', 'image']).execute())
    if (categories.has(id)) for (const reference of splitPictures(image)) add.run(reference);
  return Number(scratch.prepare('SELECT count(*) AS used FROM used').get()?.['used']);
}
