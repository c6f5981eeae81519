import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';

interface Place {
  /** ISO 8601. */
  at: string;
  id: number | string;
}

/** Names a place, as the address of a page does. */
export const toCursor = ({ at, id }: Place): string => `${at}_${id}`;

/** The place that a cursor names; without an id, before all rows of its time. */
export function readCursor(cursor: string): { at: string; id: string } {
  const end = cursor.indexOf('_');
  return end < 0 ? { at: cursor, id: '' } : { at: cursor.slice(0, end), id: cursor.slice(end + 1) };
}

/** Compares places for a list with the newest first; rows of one time follow each other by their ids. */
export const compareNewest = (a: Place, b: Place): number =>
  a.at === b.at ? (String(a.id) < String(b.id) ? 1 : -1) : a.at < b.at ? 1 : -1;

/** The rows of a query that come after a cursor in a list with the newest first, at most `limit`. `id` is text that tells rows apart. */
export function selectPage<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  { at, id, before, limit }: { at: string; id: RawBuilder<string>; before: string | undefined; limit: number },
): SelectQueryBuilder<DB, TB, O> {
  const [time, key] = [sql.ref(at), engineOf(db) === 'postgres' ? sql`(${id}) COLLATE "C"` : sql`(${id})`];
  const ordered = query.orderBy(sql`${time} DESC`).orderBy(sql`${key} DESC`).limit(limit);
  if (before === undefined) return ordered;
  const place = readCursor(before);
  // The time alone too, for its index.
  return ordered.where(sql<SqlBool>`${time} <= ${place.at}`).where(sql<SqlBool>`(${time} < ${place.at} OR ${key} < ${place.id})`);
}
