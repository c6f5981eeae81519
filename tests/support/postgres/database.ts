import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The name of the database that holds an empty store with all migrations applied. */
const TEMPLATE = 'store_template';

/** A database on a test server. */
export interface TestDatabase {
  url: string;
  /** Removes it and closes its connections. */
  drop: () => Promise<void>;
}

async function run(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(`${postgresUrl}/postgres`);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function create(postgresUrl: string, options: string): Promise<TestDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await run(postgresUrl, `CREATE DATABASE ${name} ${options}`);
  return { url: `${postgresUrl}/${name}`, drop: () => run(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Creates an empty database on the server at `postgresUrl`. */
export const createDatabase = (postgresUrl: string): Promise<TestDatabase> => create(postgresUrl, '');

/** Like `createDatabase`, with the tables of an empty store; the server must have the template (see `makeTemplate`). */
export const createStoreDatabase = (postgresUrl: string): Promise<TestDatabase> =>
  create(postgresUrl, `TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);

/** Creates the migrated database that `createStoreDatabase` copies. */
export async function makeTemplate(postgresUrl: string): Promise<void> {
  const { openMigratedPostgres } = await import('#api/database/open.ts');
  await run(postgresUrl, `CREATE DATABASE ${TEMPLATE}`);
  const db = await openMigratedPostgres(`${postgresUrl}/${TEMPLATE}`);
  await db.destroy();
}
