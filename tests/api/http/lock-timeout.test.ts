import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isLockTimeout, LockTimeout } from '#api/database/errors/lock-timeout.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

test('a call that waits too long for a lock answers 503 with a message and Retry-After', async () => {
  const shop = await openShop();
  const elsewhere = await openDatabase(shop.dataDir, shop.databaseUrl);
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = write(elsewhere, async (tx) => {
    if (postgresUrl) await sql`LOCK TABLE contact_message, rate_limit IN ACCESS EXCLUSIVE MODE`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  try {
    await locked.promise;
    const message = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: '9876543210' };
    const answer = await shop.raw(contactCall.path, {
      method: contactCall.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, subject: 'Hello', message: 'Is this open?', subscribe: false }),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({ success: false, message: failure.busy });
  } finally {
    release.resolve();
    await holding;
    await elsewhere.destroy();
    await shop.close();
  }
}, 180_000);

test('a lock timeout is recognised, also as the cause of another error', () => {
  const busy = Object.assign(new Error('database is locked'), { errcode: 261 });
  expect([new LockTimeout(), busy, new Error('x', { cause: busy })].map(isLockTimeout)).toEqual([true, true, true]);
  expect([Object.assign(new Error('full'), { errcode: 13 }), new Error('x'), 'x'].map(isLockTimeout)).toEqual([
    false,
    false,
    false,
  ]);
});
