import { addCounts, formatStatusCounts } from '#bench/measure/statistics.ts';
import { applicationKey, withStore } from '#bench/measure/store.ts';
import { write } from '../src/api/database/transaction.ts';
import { setLimits } from '../src/api/services/limits/store-limits.ts';
import { sendVolleys } from '../tests/support/fuzz/send-requests.ts';
import { noCheckoutLimits } from '../tests/support/store/no-checkout-limits.ts';

const REQUESTS = 200_000;
/** Requests per shop; a new shop has few orders, so reads stay fast. */
const REQUESTS_PER_SHOP = 20_000;

/** Sends generated requests over all calls. Throws at the first response outside the contract; prints the statuses of each call. */
export async function benchFuzz(requests = REQUESTS): Promise<void> {
  const statusCounts = new Map<string, Map<number, number>>();
  for (let sent = 0; sent < requests; sent += REQUESTS_PER_SHOP) {
    const count = Math.min(REQUESTS_PER_SHOP, requests - sent);
    await withStore({}, async (store) => {
      await write(store.db, (tx) => setLimits(tx, noCheckoutLimits));
      for (const [call, byStatus] of await sendVolleys(store, applicationKey, count)) {
        const counts = statusCounts.get(call) ?? new Map<number, number>();
        addCounts(counts, byStatus);
        statusCounts.set(call, counts);
      }
    });
    console.log(`${sent + count} responses match the contract`);
  }
  for (const [call, byStatus] of statusCounts) console.log(`  ${call.padEnd(22)} ${formatStatusCounts(byStatus)}`);
}
