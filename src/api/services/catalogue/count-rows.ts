import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { IdQuery } from '#api/services/filters/filters.ts';

/** Counts the rows of a query. */
export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counting = query.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = await counting.$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

/** Counts the ids of a query. */
export const countIds = (db: Db, query: IdQuery): Promise<number> => countRows(db.selectFrom(query.as('wanted')));

export const pluckIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
