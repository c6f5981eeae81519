import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database on the server at `postgresUrl`. */
export interface EmptyDatabase {
  url: string;
  /** Removes it with all that is connected to it. */
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

/** Makes a database that nobody else uses. */
export async function createDatabase(postgresUrl: string): Promise<EmptyDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await run(postgresUrl, `CREATE DATABASE ${name}`);
  return { url: `${postgresUrl}/${name}`, drop: () => run(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}
