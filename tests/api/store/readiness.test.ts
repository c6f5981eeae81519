import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOutOfSpace } from '#api/database/errors/engine-errors.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { openShop, postgresUrl, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const message = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: '9876543210',
  subject: 'Size',
  message: 'x'.repeat(1900),
};

test('a shop that can read and write is ready, and the check changes no page', async () => {
  const before = shop.store.revision();
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.raw('/readyz')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(shop.store.revision()).toBe(before);
});

test('a shop whose products cannot be read is not ready, though its database responds', async () => {
  const broken = await openShop();
  await sql`ALTER TABLE product RENAME TO lost`.execute(broken.store.db);
  const response = await broken.raw('/readyz');
  expect([response.status, await response.json()]).toEqual([
    503,
    { success: false, message: 'The shop is not ready yet. Please try again.' },
  ]);
  await broken.close();
});

/** Limits SQLite's connections (four at most) to the current number of pages. */
async function takeNoMorePages(connections = 4): Promise<void> {
  if (connections === 0) return;
  await shop.store.db.connection().execute(async (connection) => {
    await sql`PRAGMA max_page_count = 1`.execute(connection);
    await takeNoMorePages(connections - 1);
  });
}

/** Makes the engine refuse rows for lack of space. */
async function fill(): Promise<never> {
  const { db } = shop.store;
  if (postgresUrl) {
    await sql`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`.execute(db);
    await sql`CREATE TRIGGER no_space BEFORE INSERT ON contact_message FOR EACH ROW EXECUTE FUNCTION no_space()`.execute(db);
  } else await takeNoMorePages();
  const row = { ...message, subscribe: 0, created_at: new Date().toISOString() };
  for (;;) await shop.change((tx) => tx.insertInto('contact_message').values(row).execute());
}

test('a write that fails for lack of disk space is refused with 503 and Retry-After', async () => {
  const failed = await fill().catch((error: unknown) => error);
  expect(isOutOfSpace(failed)).toBe(true);
  const { httpStatus, message: said } = await shop.fail(contactCall, { body: { ...message, subject: 'Other' } });
  expect([httpStatus, said]).toEqual([503, 'The shop cannot save anything at the moment. Please try again in a few minutes.']);
  const raw = await shop.raw('/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, subject: 'Third' }),
  });
  expect([raw.status, raw.headers.get('retry-after')]).toEqual([503, '60']);
});

test('other failures are not mistaken for a full disk', () => {
  for (const error of [undefined, 'full', new Error('full'), Object.assign(new Error(), { errcode: 5 })]) {
    expect(isOutOfSpace(error)).toBe(false);
  }
  expect(isOutOfSpace(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(true);
  expect(isOutOfSpace(new Error('could not write', { cause: Object.assign(new Error(), { code: 'EDQUOT' }) }))).toBe(true);
});
