import { expect, onTestFinished, test } from 'vitest';
import { isNewPostgres, openDatabase, openMigratedPostgres } from '#api/database/open-database.ts';
import { explainPostgresError } from '#api/database/postgres/open-errors.ts';
import { storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { query } from '#tests/support/postgres/query.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

const url = new URL(postgresUrl as string);
const at = (change: (url: URL) => void): string => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};

test.each([
  [
    at((it) => (it.pathname = '/never-made')),
    /^The database cannot be read \(.+\)\. Create it with createdb "never-made", or correct/,
  ],
  [at((it) => (it.username = 'stranger')), /^The database cannot be read \(.+\)\. See whether the user \("stranger"\)/],
  [
    'postgres://shop@no-such-host.invalid/shop',
    /\. See whether the host name in DATABASE_URL \("no-such-host\.invalid"\) is right$/,
  ],
])('a connection to %s says what to correct', async (databaseUrl, sentence) => {
  await expect(openDatabase(temporaryFolder(), databaseUrl)).rejects.toThrow(sentence);
  await expect(isNewPostgres(databaseUrl)).rejects.toThrow(sentence);
});

test.each([
  [{ code: '42501' }, 'ALTER DATABASE "shop" OWNER TO "meena"'],
  [{ code: '53300' }, 'raise max_connections'],
  [{ code: '53100' }, 'The disk of the database server is full'],
  [{ code: '57P03' }, 'try again in a minute'],
  [{ code: 'ETIMEDOUT' }, 'firewall'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'sslrootcert'],
  [{ message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' }, 'The server asks for a password'],
  [{ message: 'The server does not support SSL connections' }, 'sslmode=disable'],
  [{ code: '42601', severity: 'ERROR' }, 'The server can be reached: look for the cause in its log'],
  [{ message: 'anything else' }, 'Check that DATABASE_URL is right and the database server is running'],
])('%j has its own advice', (properties, advice) => {
  const error = Object.assign(new Error('failed'), properties);
  expect(explainPostgresError(error, 'postgres://meena@db.example/shop').fix).toContain(advice);
});

test.each(['13.23', '9.6.24'])('a server of version %s is refused before a table is made', async (version) => {
  const database = await createDatabase(postgresUrl as string);
  onTestFinished(database.drop);
  // Answers for the server's own function, as the older server does.
  await query(database.url, 'CREATE SCHEMA older');
  await query(
    database.url,
    `CREATE FUNCTION older.current_setting(TEXT) RETURNS TEXT LANGUAGE sql AS $$ SELECT '${version} (Debian)' $$`,
  );
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `ALTER DATABASE ${name} SET search_path = older, pg_catalog, public`);
  const sentence = `The database server is PostgreSQL ${version} (Debian), but the shop needs version 14 or newer. Upgrade the server`;
  for (const open of [openMigratedPostgres, isNewPostgres, (at: string) => openDatabase(temporaryFolder(), at)])
    await expect(open(database.url)).rejects.toThrow(sentence);
  expect(await query(database.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test('an empty database is refused without creating tables, until a command creates the shop', async () => {
  const database = await createDatabase(postgresUrl as string);
  try {
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: database.url };
    const missing =
      'There is no shop in the database that DATABASE_URL names. Set DATABASE_URL to its database, or create one: ' +
      'npm run store -- import products.csv, or npm run store -- demo';
    expect(await storeIn(settings, 'orders')).toEqual({ code: 1, out: '', err: `Error: ${missing}\n` });
    expect((await storeIn(settings, 'doctor')).out).toContain('There is no shop in the database that DATABASE_URL names');
    expect(await isNewPostgres(database.url)).toBe(true);
    expect((await storeIn(settings, 'theme', 'set', 'store_name=Meena Stores')).code).toBe(0);
    expect(await isNewPostgres(database.url)).toBe(false);
    expect((await storeIn(settings, 'orders')).code).toBe(0);
  } finally {
    await database.drop();
  }
});
