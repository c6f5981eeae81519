import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, [
    'ALTER TABLE outbox ADD COLUMN transport TEXT',
    `CREATE INDEX outbox_codes ON outbox (recipient) WHERE subject = 'otp'`,
  ]);
}
