import { type Kysely, sql } from 'kysely';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';

/** The oldest major version of PostgreSQL that the shop works with, and the newest that it is tested on. */
const OLDEST = 14;
const NEWEST_TESTED = 18;

/** Throws `StoreUnavailable` when the server is older than the shop's statements. */
export async function refuseOldServer<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new StoreUnavailable(
    `The database server is PostgreSQL ${version}, but the shop needs version ${OLDEST} or newer`,
    `Upgrade the server (the shop is tested on ${OLDEST} to ${NEWEST_TESTED}), or use a database on a newer one`,
  );
}
