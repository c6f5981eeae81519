import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { sqliteFieldWeights } from './field-weights.ts';
import { parsePackedIds } from './packed-ids.ts';
import { expression, scoredPrefix } from './sqlite-query.ts';
import type { WordGroup } from './tokenise.ts';

/** Reads the ids of matches, which may be most of the catalogue, or the first `limit` of them. */
export async function readIdsMatching(db: Db, query: string, limit = -1): Promise<Uint32Array> {
  const { rows } = await sql<{ ids: string | null }>`SELECT group_concat(id, ',') AS ids FROM
    (SELECT rowid AS id FROM product_words WHERE product_words MATCH ${query} LIMIT ${limit})`.execute(db);
  return parsePackedIds(rows[0]?.ids ?? null);
}

/** Subquery of the products that match all or any of the groups, with their scores. */
export const scoredMatches = (groups: readonly WordGroup[], operator: 'AND' | 'OR'): RawBuilder<{ id: number; score: number }> =>
  sql`(SELECT rowid AS id, bm25(product_words, ${sqliteFieldWeights}) AS score FROM product_words
    WHERE product_words MATCH ${expression(groups, operator, scoredPrefix)})`;
