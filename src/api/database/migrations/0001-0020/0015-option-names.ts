import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // What a product's variants differ in, such as "Colour"; null for sizes and where the owner's file does not say.
  'ALTER TABLE product ADD COLUMN option_name TEXT',
  // The same at the time of the order.
  'ALTER TABLE order_item ADD COLUMN option_name TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
