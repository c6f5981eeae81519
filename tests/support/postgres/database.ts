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

/** A connection to each server for creating and removing databases: opening one takes longer than a statement. */
const administrators = new Map<string, Promise<pg.Client>>();

/** The major version of a server, such as 18. */
export async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SHOW server_version_num');
  return Math.floor(Number(rows[0].server_version_num) / 10_000);
}

async function connect(postgresUrl: string): Promise<pg.Client> {
  const client = new pg.Client(`${postgresUrl}/postgres`);
  const forget = () => void administrators.delete(postgresUrl);
  // The server of the tests stops before this process.
  client.on('error', forget).on('end', forget);
  await client.connect().catch((error: unknown) => {
    forget();
    throw error;
  });
  return client;
}

async function administratorOf(postgresUrl: string): Promise<pg.Client> {
  const administrator = administrators.get(postgresUrl) ?? connect(postgresUrl);
  administrators.set(postgresUrl, administrator);
  return administrator;
}

const run = async (postgresUrl: string, statement: string): Promise<void> =>
  void (await (await administratorOf(postgresUrl)).query(statement));

/** The clause that copies the files of a template, as PostgreSQL 14 always does. */
async function copyOf(postgresUrl: string, template: string): Promise<string> {
  const copiesFiles = (await serverVersion(await administratorOf(postgresUrl))) < 15;
  return `TEMPLATE ${template} ${copiesFiles ? '' : 'STRATEGY FILE_COPY'}`;
}

/** Creates a database, empty or as a copy of `template`, which must have no connections. */
export const makeDatabase = async (postgresUrl: string, name: string, template?: string): Promise<void> =>
  run(postgresUrl, `CREATE DATABASE ${name} ${template ? await copyOf(postgresUrl, template) : ''}`);

/** Removes a database and closes its connections. */
export const dropDatabase = (postgresUrl: string, name: string): Promise<void> =>
  run(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`);

async function create(postgresUrl: string, template?: string): Promise<TestDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await makeDatabase(postgresUrl, name, template);
  return { url: `${postgresUrl}/${name}`, drop: () => dropDatabase(postgresUrl, name) };
}

/** Creates an empty database on the server at `postgresUrl`. */
export const createDatabase = (postgresUrl: string): Promise<TestDatabase> => create(postgresUrl);

/**
 * Like `createDatabase`, with the tables of an empty store; the server must have the template (see `makeTemplate`). With `socketFolder`,
 * clients of the database connect by the server's Unix socket, which takes less time than TCP.
 */
export async function createStoreDatabase(postgresUrl: string, socketFolder?: string): Promise<TestDatabase> {
  const { url, drop } = await create(postgresUrl, TEMPLATE);
  return { url: socketFolder ? `${url}?host=${encodeURIComponent(socketFolder)}` : url, drop };
}

/** Creates the migrated database that `createStoreDatabase` copies. */
export async function makeTemplate(postgresUrl: string): Promise<void> {
  const { openMigratedPostgres } = await import('#api/database/open-database.ts');
  await run(postgresUrl, `CREATE DATABASE ${TEMPLATE}`);
  const db = await openMigratedPostgres(`${postgresUrl}/${TEMPLATE}`);
  await db.destroy();
}
