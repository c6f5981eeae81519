import { withFolder } from '#bench/measure/store.ts';
import { openDatabase } from '../src/api/database/open-database.ts';
import { write } from '../src/api/database/transaction.ts';
import { setLimits } from '../src/api/services/limits/store-limits.ts';
import { startDemo } from '../src/api/services/store/demo-period.ts';
import { crashAndRecover } from '../tests/support/store/crash-recovery.ts';
import { noCheckoutLimits } from '../tests/support/store/no-checkout-limits.ts';

const KILLS = 200;

/** Kills the server of an SQLite shop repeatedly during checkouts. Throws when an acknowledged order is missing or duplicated. */
export async function benchCrash(kills = KILLS): Promise<void> {
  await withFolder(async (dataDir) => {
    const db = await openDatabase(dataDir);
    try {
      await startDemo(db);
      await write(db, (tx) => setLimits(tx, noCheckoutLimits));
      const report = await crashAndRecover(db, { dataDir, databaseUrl: undefined }, kills);
      console.log(
        `${report.kills} kills, ${report.acknowledged} acknowledged checkouts: none missing, none duplicated, stock adds up`,
      );
      console.log(`${report.lost} responses lost; ${report.lostButWritten} of these checkouts were committed, the others not`);
    } finally {
      await db.destroy();
    }
  });
}
