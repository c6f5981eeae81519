import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#api/database/open.ts';
import { write } from '#api/database/transaction.ts';
import { startDemo } from '#api/services/demo.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { crashAndRecover } from '#tests/support/store/crash-recovery.ts';
import { noCheckoutLimits } from '#tests/support/store/no-checkout-limits.ts';

const KILLS = 200;

/** Kills the server of an SQLite shop in the middle of checkouts, again and again; throws when anything acknowledged is missing or doubled. */
export async function benchCrash(kills = KILLS): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-crash-'));
  const db = await openDatabase(dataDir);
  await startDemo(db);
  await write(db, (tx) => setLimits(tx, noCheckoutLimits));
  try {
    const report = await crashAndRecover(db, { dataDir, databaseUrl: undefined }, kills);
    console.log(`${report.kills} kills, ${report.acknowledged} checkouts acknowledged: all there, none twice, stock adds up`);
    console.log(
      `${report.lost} answers were lost on the way; ${report.lostButWritten} of these checkouts had been written, the others not`,
    );
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
