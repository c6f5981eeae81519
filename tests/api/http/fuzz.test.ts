import { expect, test } from 'vitest';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { sendVolleys } from '#tests/support/fuzz/send-requests.ts';
import { openShop } from '#tests/support/store/test-store.ts';

/** Requests per engine. A failure prints the seed that repeats it. */
const REQUESTS = 10_000;

test('10,000 generated requests over all calls are answered as the contract says, without a server error', async () => {
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
