import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { checkIntegrity } from '#api/database/maintenance/integrity.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';
import { findActiveDemo } from '#api/services/store/demo-period.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

const DAY_ONE = '2026-01-01T00:00:00.000Z';
const DAY_TWO = '2026-01-02T00:00:00.000Z';

type Verified = 'phone' | 'mail' | 'demo';
type Old = (db: Kysely<Tables>) => Promise<void>;

/** Adds a customer in the older schema, with a session, a cart line and an order. */
async function addCustomer(db: Kysely<Tables>, id: number, by: Verified): Promise<void> {
  const phone = by === 'mail' ? null : DAY_ONE;
  const mail = by === 'phone' ? null : DAY_ONE;
  await sql`INSERT INTO customer (id, firstname, lastname, email, phone_number, created_at, phone_verified_at, email_verified_at, password_hash)
    VALUES (${id}, 'Asha', 'Rao', ${`c${id}@example.com`}, ${String(9_000_000_000 + id)}, ${DAY_ONE}, ${phone}, ${mail}, 'hash')`.execute(
    db,
  );
  await sql`INSERT INTO session (token_hash, customer_id, created_at, last_used_at) VALUES (${`t${id}`}, ${id}, ${DAY_ONE}, ${DAY_ONE})`.execute(
    db,
  );
  await sql`INSERT INTO saved_address (customer_id, address, saved_at) VALUES (${id}, '{}', ${DAY_ONE})`.execute(db);
  await sql`INSERT INTO checkout (customer_id, idempotency_key, body_hash, reply, created_at) VALUES (${id}, ${`k${id}`}, 'h', '{}', ${DAY_ONE})`.execute(
    db,
  );
}

/** Opens a shop in the older schema, filled by `fill`, and migrates it. */
async function upgraded(fill: Old): Promise<Db> {
  const dataDir = mkdtempSync(join(tmpdir(), 'old-shop-'));
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const old = new Kysely<Tables>({
    dialect: database ? longRunningPostgresDialect(database.url) : new NodeSqliteDialect(databaseFile(dataDir)),
  });
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'));
  const { error } = await new Migrator({ db: old, provider: { getMigrations: async () => before } }).migrateToLatest();
  if (error) throw error;
  await fill(old);
  await old.destroy();
  const db = await openDatabase(dataDir, database?.url);
  onTestFinished(async () => {
    await db.destroy();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return db;
}

const customers = (db: Db) => db.selectFrom('customer').selectAll().orderBy('id').execute();
const countOf = async (db: Db, table: 'session' | 'saved_address' | 'checkout') =>
  (await db.selectFrom(table).select('customer_id').execute()).length;
const sentMail: Old = async (db) => {
  await sql`INSERT INTO outbox (message_id, kind, recipient, subject, body, state, attempts, next_try_at, expires_at, created_at)
    VALUES ('m', 'mail', 'a@example.com', 's', '{}', 'sent', 1, ${DAY_TWO}, ${DAY_TWO}, ${DAY_TWO})`.execute(db);
};

test('a real shop keeps its customers and their data, and ids of deleted customers are not reused', async () => {
  const db = await upgraded(async (old) => {
    for (const id of [1, 2]) await addCustomer(old, id, 'phone');
    await addCustomer(old, 3, 'mail');
    await sql`INSERT INTO customer (id, firstname, lastname, phone_number, created_at)
      VALUES (40, 'Gone', '', '9111111111', ${DAY_ONE})`.execute(old);
    await sql`DELETE FROM customer WHERE id = 40`.execute(old);
    await sentMail(old);
  });
  const rows = await customers(db);
  expect(rows.map(({ id, email, password_hash }) => [id, email, password_hash])).toEqual([
    [1, 'c1@example.com', 'hash'],
    [2, 'c2@example.com', 'hash'],
    [3, 'c3@example.com', 'hash'],
  ]);
  expect(rows[2]).toMatchObject({ email_verified_at: DAY_ONE, phone_named_at: null });
  for (const table of ['session', 'saved_address', 'checkout'] as const) expect(await countOf(db, table)).toBe(3);
  expect(await checkIntegrity(db)).toEqual([]);
  expect(await findActiveDemo(db)).toBeUndefined();
  if (!postgresUrl) {
    const added = { firstname: 'New', lastname: '', phone_number: '9222222222', created_at: DAY_TWO };
    expect((await db.insertInto('customer').values(added).returning('id').executeTakeFirstOrThrow()).id).toBe(41);
  }
  await expect(
    sql`INSERT INTO session (token_hash, customer_id, created_at, last_used_at) VALUES ('x', 99, 'n', 'n')`.execute(db),
  ).rejects.toThrow(/foreign key/i);
});

test('a demo shop is marked as a demo', async () => {
  const db = await upgraded((old) => addCustomer(old, 1, 'demo'));
  expect(await findActiveDemo(db)).toMatchObject({ began_at: DAY_ONE, ended_at: null });
  expect(await countOf(db, 'session')).toBe(1);
});

test('a demo that only guests used is recognised by its catalogue’s settings', async () => {
  const db = await upgraded(async (old) => {
    await addCustomer(old, 1, 'phone');
    const settings = JSON.stringify({ store_name: 'Tana & Bana' });
    await sql`INSERT INTO store (id, settings, home_sections) VALUES (1, ${settings}, '[]')`.execute(old);
  });
  expect(await findActiveDemo(db)).toMatchObject({ began_at: DAY_ONE });
});

test('a shop that grew out of a demo keeps its real customers, and sign-ups of the demo lose their verifications', async () => {
  const db = await upgraded(async (old) => {
    await addCustomer(old, 1, 'demo');
    await addCustomer(old, 2, 'phone');
    await sentMail(old);
  });
  expect(await findActiveDemo(db)).toBeUndefined();
  expect(await customers(db)).toMatchObject([
    { id: 1, phone_verified_at: null, email_verified_at: null, password_hash: null },
    { id: 2, phone_verified_at: DAY_ONE, password_hash: 'hash' },
  ]);
  expect(await db.selectFrom('session').select('customer_id').execute()).toEqual([{ customer_id: 2 }]);
});
