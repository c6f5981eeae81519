import { expect, test } from 'vitest';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { sendVolleys } from '#tests/support/fuzz/send-requests.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

/** 20,000 on the two engines together; PostgreSQL takes twice as long for each. A failure prints the seed that repeats it. */
const REQUESTS = postgresUrl ? 7000 : 13_000;

/** In one shop in some dozens, no generated order is paid in advance: then the same number of requests goes to another. */
const MAX_SHOPS = 3;

/** Sends the requests to a new shop. Returns the names of the calls that were answered with 200. */
async function listSucceeded(): Promise<Set<string>> {
  const shop = await openShop();
  try {
    const tally = await sendVolleys(shop.store, 'test-key', REQUESTS);
    const total = tally.values().reduce((sum, byStatus) => sum + byStatus.values().reduce((some, n) => some + n, 0), 0);
    expect(total).toBe(REQUESTS);
    return new Set([...tally].flatMap(([name, byStatus]) => (byStatus.has(200) ? [name] : [])));
  } finally {
    await shop.close();
  }
}

test(`${REQUESTS} generated requests over all calls are answered as the contract says, without a server error`, async () => {
  let left = calls.map(({ name }) => name).filter((name) => !unguessable.has(name));
  for (let shops = 0; shops < MAX_SHOPS && left.length > 0; shops++) {
    const succeeded = await listSucceeded();
    left = left.filter((name) => !succeeded.has(name));
  }
  expect(left).toEqual([]);
}, 180_000);

/** Calls that need a mailed secret to succeed. */
const unguessable = new Set(['verifyEmail', 'rejectSignUp', 'tokenPassword', 'stopStockAlerts', 'openPayLink', 'confirmPayLink']);
