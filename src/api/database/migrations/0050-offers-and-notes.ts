import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE orders ADD COLUMN prepaid_discount INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE orders ADD COLUMN note TEXT',
  'ALTER TABLE coupon ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0',
  'CREATE INDEX public_coupon ON coupon (id) WHERE is_public = 1',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
