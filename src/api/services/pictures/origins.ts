import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { MAX_PICTURE_ORIGINS } from '#lib/contract/limits.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

const keep = cacheByRevision<string[]>(1);

/** The origins of those picture references that are absolute addresses, such as `https://cdn.example`. */
const originsOf = (references: readonly string[]): string[] =>
  references
    .filter((reference) => /^https?:\/\//i.test(reference) && URL.canParse(reference))
    .map((address) => new URL(address).origin);

/** Columns of comma-separated picture references. */
const columns = {
  product: sql`SELECT pictures AS list FROM product WHERE active = 1`,
  category: sql`SELECT image AS list FROM sub_category`,
  order: sql`SELECT picture AS list FROM order_item`,
};

/**
 * The first list with an address of an origin that is not `known`. The database searches: in a large shop, lists would take much longer to
 * read than to search.
 */
async function findOther(db: Db, column: keyof typeof columns, known: readonly string[]): Promise<string | undefined> {
  const all = sql`lower(',' || replace(list, ' ', ''))`;
  const others = known.reduce((text, origin) => sql`replace(${text}, ${`,${origin}/`}, '')`, all);
  const { rows } = await sql<{ list: string }>`
    SELECT list FROM (${columns[column]}) AS lists
    WHERE list LIKE '%://%' AND (${others} LIKE '%,http://%' OR ${others} LIKE '%,https://%') LIMIT 1`.execute(db);
  return rows[0]?.list;
}

async function findOrigins(db: Db): Promise<string[]> {
  const found = new Set<string>();
  const store = await db.selectFrom('store').select(['settings', 'home_sections']).executeTakeFirst();
  const { logo = '' } = JSON.parse(store?.settings ?? '{}') as { logo?: string };
  const inSections = (store?.home_sections ?? '').match(/https?:\/\/[^"\\]+/g) ?? [];
  for (const origin of originsOf([logo, ...inSections])) found.add(origin);
  for (const column of Object.keys(columns) as (keyof typeof columns)[]) {
    while (found.size <= MAX_PICTURE_ORIGINS) {
      const list = await findOther(db, column, [...found]);
      const before = found.size;
      for (const origin of originsOf(splitPictures(list ?? ''))) found.add(origin);
      if (found.size === before) break;
    }
  }
  return found.size > MAX_PICTURE_ORIGINS ? ['https:'] : [...found].sort();
}

/**
 * The origins of pictures that the shop shows and does not keep itself, sorted; none in most shops. A shop with more than
 * MAX_PICTURE_ORIGINS has `https:`, all of them. Kept until the catalogue changes.
 */
export const listPictureOrigins = (db: Db): Promise<string[]> => keep(db, 'picture origins', () => findOrigins(db));
