import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // A guest row has proven a mailbox and nothing else, so it can never be found as an account.
  `ALTER TABLE customer ADD COLUMN mailbox TEXT
    CHECK (mailbox IS NULL OR (phone_verified_at IS NULL AND email_verified_at IS NULL AND password_hash IS NULL))`,
  'CREATE UNIQUE INDEX customer_by_mailbox ON customer (mailbox) WHERE mailbox IS NOT NULL',
  "ALTER TABLE otp ADD COLUMN mailbox TEXT NOT NULL DEFAULT ''",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
