import { expect, test } from 'vitest';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { sendVolleys } from '#tests/support/fuzz/send-requests.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

/** 20,000 on the two engines together; PostgreSQL takes twice as long for each. A failure prints the seed that repeats it. */
const REQUESTS = postgresUrl ? 7000 : 13_000;

test(`${REQUESTS} generated requests over all calls are answered as the contract says, without a server error`, async () => {
  const shop = await openShop();
  try {
    const tally = await sendVolleys(shop.store, 'test-key', REQUESTS);
    const total = tally.values().reduce((sum, byStatus) => sum + byStatus.values().reduce((some, n) => some + n, 0), 0);
    expect(total).toBe(REQUESTS);
    const neverRight = calls.filter(({ name }) => !tally.get(name)?.has(200)).map(({ name }) => name);
    expect(neverRight.filter((name) => !unguessable.has(name))).toEqual([]);
  } finally {
    await shop.close();
  }
});

/** Calls that need a mailed secret to succeed. */
const unguessable = new Set(['verifyEmail', 'rejectSignUp', 'tokenPassword']);
