import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { postgresFieldWeights } from './field-weights.ts';
import { readPackedIds } from './packed-ids.ts';
import { rankingQuery } from './postgres-query.ts';
import type { WordGroup } from './tokenise.ts';

/**
 * Subquery of rows of the index, which the planner reads once and by the index: it can neither check each row for the words, which is many times
 * slower, nor repeat the search for each product.
 */
const subquery = (columns: RawBuilder<unknown>, isMatch: RawBuilder<boolean>) =>
  sql`(WITH hit AS MATERIALIZED (SELECT product_id AS id${columns} FROM product_words WHERE ${isMatch}) SELECT * FROM hit)`;

export const idsOf = (isMatch: RawBuilder<boolean>) => subquery(sql``, isMatch) as RawBuilder<{ id: number }>;

/** The same with their scores. */
export const scoredAs = (isMatch: RawBuilder<boolean>, groups: readonly WordGroup[], operator: 'AND' | 'OR') =>
  subquery(sql`, -ts_rank(${postgresFieldWeights}, words, ${rankingQuery(groups, operator)}) AS score`, isMatch) as RawBuilder<{
    id: number;
    score: number;
  }>;

/** Reads the ids of matches, which may be most of the catalogue, or the first `limit` of them. */
export async function readIdsWhere(db: Db, isMatch: RawBuilder<boolean>, limit?: number): Promise<Uint32Array> {
  const matches =
    limit === undefined
      ? sql`(SELECT product_id AS id FROM product_words WHERE ${isMatch})`
      : sql`(SELECT id FROM ${idsOf(isMatch)} AS found LIMIT ${limit})`;
  const { rows } = await sql<{ ids: Buffer | null }>`SELECT string_agg(int4send(id::int4), '') AS ids
    FROM ${matches} AS hit`.execute(db);
  return readPackedIds(rows[0]?.ids ?? null);
}
