import { type RawBuilder, sql } from 'kysely';
import { DEFAULT_STORE_NAME } from '#lib/rules/store-defaults.ts';
import { engineOf, type QueryRunner } from './schema/engine.ts';

/** SQL for the name of a row of the joined table `seller`; the store's own seller takes its name from the current settings. */
export function sellerName(db: QueryRunner): RawBuilder<string> {
  const name = engineOf(db) === 'postgres' ? sql`settings::json ->> 'store_name'` : sql`json_extract(settings, '$.store_name')`;
  return sql<string>`CASE WHEN seller.name <> '' THEN seller.name
    ELSE coalesce((SELECT nullif(${name}, '') FROM store), ${DEFAULT_STORE_NAME}) END`;
}
