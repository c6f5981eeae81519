import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // An AWB is found with dashes and spaces or without. The expression is that of `awbKeyColumn`, word for word.
  `CREATE INDEX shipment_by_awb ON shipment (replace(replace(upper(tracking_number), '-', ''), ' ', ''))`,
  'DROP INDEX shipment_by_number',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
