import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE product ADD COLUMN seo_title TEXT',
  'ALTER TABLE product ADD COLUMN seo_description TEXT',
  'ALTER TABLE product ADD COLUMN related TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
