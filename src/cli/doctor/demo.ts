import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import { formatCount } from '#api/services/format-texts.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { readZones } from '#api/services/shipping/zones.ts';
import { countDemoRecords, findActiveDemo, hasRealCustomers } from '#api/services/store/demo-period.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { readDemoHandles, readDemoTexts, readDemoZoneNames } from '#cli/demo/load-demo-package.ts';
import { textPages } from '#lib/rules/routes/text-pages.ts';

const note = (finding: string, fix: string): Finding => ({ check: 'demo', state: 'note', finding, fix });

/** Reports demo mode on a shop with real customers, and a demo that the next start ends. */
async function checkMode(db: Db, demoMode: boolean): Promise<Finding[]> {
  if (demoMode && (await hasRealCustomers(db)))
    return [
      {
        check: 'demo',
        state: 'bad',
        finding: 'Demo mode is on, but this shop has real customers: it will not start',
        fix: 'Unset DEMO_MODE and set NODE_ENV=production and the providers, or set DATA_DIR to another folder',
      },
    ];
  const demo = await findActiveDemo(db);
  if (demoMode || !demo) return [];
  return [
    note(
      `This shop has been a demo since ${demo.began_at.slice(0, 10)}: its next start ends all sessions, verifications and passwords of the demo`,
      'Nothing needs to be done; to end the demo now: store demo end',
    ),
  ];
}

/** Reports what a demo has left: test orders and customers, and the demo's products. */
async function checkLeftovers(db: Db): Promise<Finding[]> {
  const { orders, customers, products } = await countDemoRecords(db, await readDemoHandles());
  const findings: Finding[] = [];
  if (orders + customers > 0)
    findings.push(
      note(
        `${formatCount(orders, 'order')} and ${formatCount(customers, 'customer')} from a demo are still in the shop`,
        'These accounts can no longer be used. See the orders: store orders',
      ),
    );
  if (products > 0)
    findings.push(
      note(
        `${formatCount(products, 'product')} of the demo shop ${products === 1 ? 'is' : 'are'} on sale`,
        'Replace them with your own products: store import FILE --replace',
      ),
    );
  const zones = (await readZones(db)).map(({ name }) => name);
  if (zones.length > 0 && isDeepStrictEqual(zones.toSorted(), (await readDemoZoneNames()).toSorted()))
    findings.push(
      note(
        'Pages promise the delivery days of the demo shop',
        'Set your own: store shipping import FILE; a file without rows removes them',
      ),
    );
  const [settings, demos] = [await readSettings(db), await readDemoTexts()];
  const kept = textPages.filter(
    ({ setting }) => settings[setting] && demos.some((texts) => isDeepStrictEqual(settings[setting], texts[setting])),
  );
  if (kept.length > 0)
    findings.push(
      note(
        `These pages have the text of the demo shop: ${kept.map(({ title }) => title).join(', ')}`,
        'Write your own: store pages write FOLDER, then store pages read FOLDER. Days of returns: store theme set return_days=DAYS',
      ),
    );
  return findings;
}

export async function checkDemo(db: Db, { demoMode }: Configuration): Promise<Finding[]> {
  return [...(await checkMode(db, demoMode)), ...(demoMode ? [] : await checkLeftovers(db))];
}
