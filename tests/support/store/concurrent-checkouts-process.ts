import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore } from '#api/embedded-store.ts';
import { request } from '#lib/client/request.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { address } from './delivery-address.ts';
import { BUSY_PAUSE_MS, serveErrands } from './process-pool.ts';

/** The work of one process of concurrent checkouts. */
export interface Errand {
  dataDir: string;
  databaseUrl: string | undefined;
  buyers: { token: string; key: string }[];
  expectedTotal: string;
}

/** Number of answers by text: `ok <order ids>` or `<status> <message>`. */
export type Answers = Record<string, number>;

serveErrands(async ({ dataDir, databaseUrl, buyers, expectedTotal }: Errand): Promise<Answers> => {
  // The answers tell what failed; workers of a busy store log that they try again.
  const log = pino({ level: 'silent' });
  const store = await openStore({ dataDir, databaseUrl, applicationKey: 'test-key', demoMode: true, log });
  const connection = { base: 'http://store.test/api', applicationKey: 'test-key', send: store.fetch };

  /** Checks out; retries with the same key when the shop is busy, as a shopper does. */
  async function buy({ token, key }: Errand['buyers'][number]) {
    const options = {
      token,
      headers: { 'idempotency-key': key },
      body: { address, payment_method: 'cod' as const, expected_total: expectedTotal },
    };
    let outcome = await request(connection, checkoutCall, options);
    while (outcome && !outcome.success && outcome.httpStatus === 503) {
      await sleep(BUSY_PAUSE_MS);
      outcome = await request(connection, checkoutCall, options);
    }
    return outcome;
  }

  const answers: Answers = {};
  for (const outcome of await Promise.all(buyers.map(buy))) {
    if (!outcome) throw new Error('a checkout was cancelled');
    const answer = outcome.success ? `ok ${outcome.data.order_id}` : `${outcome.httpStatus} ${outcome.message}`;
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  await store.close();
  return answers;
});
