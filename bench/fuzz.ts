import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { write } from '#api/database/transaction.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { openStore } from '#api/store.ts';
import { sendVolleys } from '#tests/support/fuzz/send-requests.ts';
import { noCheckoutLimits } from '#tests/support/store/no-checkout-limits.ts';

const REQUESTS = 200_000;
/** After so many requests a shop is left for a new one: its orders grow, and every reading of them with it. */
const REQUESTS_A_SHOP = 20_000;

/** Sends generated requests over all calls; throws at the first answer outside the contract. Prints how often each call gave which status. */
export async function benchFuzz(requests = REQUESTS): Promise<void> {
  const all = new Map<string, Map<number, number>>();
  for (let sent = 0; sent < requests; sent += REQUESTS_A_SHOP) {
    const dataDir = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
    const log = pino({ level: 'silent' });
    const store = await openStore({ dataDir, applicationKey: 'fuzz', demoMode: true, log });
    await write(store.db, (tx) => setLimits(tx, noCheckoutLimits));
    try {
      const tally = await sendVolleys(store, 'fuzz', Math.min(REQUESTS_A_SHOP, requests - sent));
      for (const [call, byStatus] of tally) {
        const sum = all.get(call) ?? new Map<number, number>();
        for (const [status, count] of byStatus) sum.set(status, (sum.get(status) ?? 0) + count);
        all.set(call, sum);
      }
    } finally {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
    console.log(`${Math.min(sent + REQUESTS_A_SHOP, requests)} requests answered as the contract says`);
  }
  for (const [call, byStatus] of all) {
    const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`  ${call.padEnd(22)} ${counts.join('  ')}`);
  }
}
