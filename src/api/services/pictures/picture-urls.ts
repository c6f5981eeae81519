import { type RawBuilder, sql } from 'kysely';
import { readRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { readStoreJson } from '#api/services/store/settings.ts';
import { MAX_PICTURE_ORIGINS } from '#lib/contract/limits.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { PICTURE_HASH } from '#lib/rules/pictures/stored-name.ts';

/** The origins of picture references that are absolute URLs, such as `https://cdn.example`. */
const originsOf = (references: readonly string[]): string[] =>
  references.filter((reference) => /^https?:\/\//i.test(reference) && URL.canParse(reference)).map((url) => new URL(url).origin);

/** Columns of comma-separated picture references: those with a URL, which products and orders have an index of. */
const columns = {
  product: sql`SELECT pictures AS list FROM product WHERE active = 1 AND replace(pictures, '://', '') <> pictures`,
  category: sql`SELECT image AS list FROM sub_category`,
  order: sql`SELECT picture AS list FROM order_item WHERE replace(picture, '://', '') <> picture`,
};

/** Selects the first list with a URL of an origin that is not `known`, in the database, which is much faster than reading all lists. */
export function selectUnknownOrigin(column: keyof typeof columns, known: readonly string[]): RawBuilder<{ list: string }> {
  const all = sql`lower(',' || replace(list, ' ', ''))`;
  const others = known.reduce((text, origin) => sql`replace(${text}, ${`,${origin}/`}, '')`, all);
  return sql`SELECT list FROM (${columns[column]}) AS lists
    WHERE ${others} LIKE '%,http://%' OR ${others} LIKE '%,https://%' LIMIT 1`;
}

async function findOrigins(db: Db): Promise<string[]> {
  const found = new Set<string>();
  const { settings, homeSections } = await readStoreJson(db);
  const { logo = '' } = JSON.parse(settings) as { logo?: string };
  const inSections = homeSections.match(/https?:\/\/[^"\\]+/g) ?? [];
  for (const origin of originsOf([logo, ...inSections])) found.add(origin);
  for (const column of Object.keys(columns) as (keyof typeof columns)[]) {
    while (found.size <= MAX_PICTURE_ORIGINS) {
      const { rows } = await selectUnknownOrigin(column, [...found]).execute(db);
      const before = found.size;
      for (const origin of originsOf(splitPictures(rows[0]?.list ?? ''))) found.add(origin);
      if (found.size === before) break;
    }
  }
  return found.size > MAX_PICTURE_ORIGINS ? ['https:'] : [...found].sort();
}

/**
 * The origins of external pictures, sorted, for the content security policy; usually none. With more than MAX_PICTURE_ORIGINS it returns
 * `https:`, which allows all. Cached by catalogue revision.
 */
export const listPictureOrigins = cacheByRevision(readRevision, findOrigins);

/**
 * A reference to a stored raster picture, alone or in a comma-separated list (lib/rules/pictures/reference.ts). SVGs stay with the shop: it
 * sends them with a content security policy, and makes their JPEGs.
 */
const storedRaster = new RegExp(`(^|,)(/media/${PICTURE_HASH}-\\d{1,4}\\.jpg)`, 'g');

/** Returns a copy of a reply whose references to stored raster pictures begin with `publicUrl`, so that browsers load them from there. */
export function publishPictures<Reply>(reply: Reply, publicUrl: string): Reply {
  const publish = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('/media/') ? value.replace(storedRaster, `$1${publicUrl}$2`) : value;
    if (Array.isArray(value)) return value.map(publish);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, publish(part)]));
  };
  return publish(reply) as Reply;
}
