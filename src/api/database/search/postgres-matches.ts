import { type RawBuilder, sql } from 'kysely';
import { postgresFieldWeights } from './field-weights.ts';
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
