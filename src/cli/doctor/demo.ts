import type { Configuration } from '#api/configuration.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { countDemoRecords, findActiveDemo, hasRealCustomers } from '#api/services/demo.ts';
import { readDemoHandles } from '#cli/demo/package.ts';
import { formatCount } from '#cli/output/print.ts';
import type { Finding } from './checks.ts';

const check = 'demo';

/** Demo mode on a shop with real customers, or a demo that the next start ends. */
async function checkMode(db: Db, demoMode: boolean): Promise<Finding[]> {
  if (demoMode && (await hasRealCustomers(db)))
    return [
      {
        check,
        state: 'bad',
        finding: 'Demo mode is on, but this shop has real customers: it does not start like this',
        fix: 'Take away DEMO_MODE, set NODE_ENV=production and the providers, or name another folder with DATA_DIR',
      },
    ];
  const demo = await findActiveDemo(db);
  if (demoMode || !demo) return [];
  return [
    {
      check,
      state: 'note',
      finding: `This shop has been a demo since ${demo.began_at.slice(0, 10)}: its next start ends all sessions, verifications and passwords of the demo`,
      fix: 'Nothing needs to be done; to end the demo now: store demo end',
    },
  ];
}

/** What a demo has left in a shop that sells: orders and customers that are not real, and the demo's own products. */
async function checkLeftovers(db: Db): Promise<Finding[]> {
  const { orders, customers, products } = await countDemoRecords(db, await readDemoHandles());
  const findings: Finding[] = [];
  if (orders + customers > 0)
    findings.push({
      check,
      state: 'note',
      finding: `${formatCount(orders, 'order')} and ${formatCount(customers, 'customer')} from a demo are still in the shop`,
      fix: 'Nobody can sign in to these customers. See the orders: store orders',
    });
  if (products > 0)
    findings.push({
      check,
      state: 'note',
      finding: `${formatCount(products, 'product')} of the demo shop ${products === 1 ? 'is' : 'are'} on sale`,
      fix: 'Import your own products in their place: store import FILE --replace',
    });
  return findings;
}

/** What is to be said of a demo that this shop is or was. */
export async function checkDemo(db: Db, { demoMode }: Configuration): Promise<Finding[]> {
  return [...(await checkMode(db, demoMode)), ...(demoMode ? [] : await checkLeftovers(db))];
}
