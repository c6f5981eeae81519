import type { Configuration } from '#api/configuration.ts';
import type { Db } from '#api/database/open.ts';
import { demoLeftovers, hasRealCustomers, openDemo } from '#api/services/demo/period.ts';
import { demoHandles } from './demo-store.ts';
import type { Finding } from './doctor-checks.ts';
import { counted } from './output.ts';

const check = 'demo';

/** Demo mode on a shop with real customers, or a demo that the next start ends. */
async function checkMode(db: Db, demoMode: boolean): Promise<Finding[]> {
  if (demoMode && (await hasRealCustomers(db)))
    return [
      {
        check,
        state: 'bad',
        finding: 'Demo mode is on, but this shop has real customers: it does not start like this',
        mend: 'Take away DEMO_MODE, set NODE_ENV=production and the providers, or name another folder with DATA_DIR',
      },
    ];
  const demo = await openDemo(db);
  if (demoMode || !demo) return [];
  return [
    {
      check,
      state: 'note',
      finding: `This shop has been a demo since ${demo.began_at.slice(0, 10)}: its next start ends all sessions, verifications and passwords of the demo`,
      mend: 'Nothing needs to be done; to end the demo now: store demo end',
    },
  ];
}

/** What a demo has left in a shop that sells: orders and customers that are not real, and the demo's own products. */
async function checkLeftovers(db: Db): Promise<Finding[]> {
  const { orders, customers, products } = await demoLeftovers(db, await demoHandles());
  const findings: Finding[] = [];
  if (orders + customers > 0)
    findings.push({
      check,
      state: 'note',
      finding: `${counted(orders, 'order')} and ${counted(customers, 'customer')} from a demo are still in the shop`,
      mend: 'Nobody can sign in to these customers. See the orders: store orders',
    });
  if (products > 0)
    findings.push({
      check,
      state: 'note',
      finding: `${counted(products, 'product')} of the demo shop ${products === 1 ? 'is' : 'are'} on sale`,
      mend: 'Import your own products in their place: store import FILE --replace',
    });
  return findings;
}

/** What is to be said of a demo that this shop is or was. */
export async function checkDemo(db: Db, { demoMode }: Configuration): Promise<Finding[]> {
  return [...(await checkMode(db, demoMode)), ...(demoMode ? [] : await checkLeftovers(db))];
}
