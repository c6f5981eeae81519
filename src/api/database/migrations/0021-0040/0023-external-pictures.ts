import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Most shops have no pictures at URLs: the search for their origins then reads nothing.
  `CREATE INDEX product_external_pictures ON product (id) WHERE replace(pictures, '://', '') <> pictures`,
  `CREATE INDEX order_item_external_picture ON order_item (id) WHERE replace(picture, '://', '') <> picture`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
