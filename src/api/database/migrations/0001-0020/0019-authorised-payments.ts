import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

// The provider's id of a payment that the bank has approved and that has not yet been captured; null if there is none.
const changes = ['ALTER TABLE payment ADD COLUMN authorised_payment TEXT'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
