import { formatTable, type Row } from '#bench/measure/rows.ts';
import { openDatabase } from '../../src/api/database/open-database.ts';
import type { Db } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import { setLimits } from '../../src/api/services/limits/store-limits.ts';
import { startDemo } from '../../src/api/services/store/demo-period.ts';
import { pagesOf } from '../../tests/support/admin/page-examples.ts';
import { addSignedInStaff } from '../../tests/support/admin/staff.ts';
import { newDataDir, startShop } from '../../tests/support/browser/shop-server.ts';
import { createDatabase } from '../../tests/support/postgres/database.ts';
import { startPostgres } from '../../tests/support/postgres/server.ts';
import { noCheckoutLimits } from '../../tests/support/store/no-checkout-limits.ts';
import { fillCatalogue } from '../api/catalogue.ts';
import { addBuyers, measureCheckouts } from './checkouts.ts';
import { type AdminOf, callAdmin, measureTimes, openPage, p99 } from './measure.ts';
import { fillOrders, orderNumber, trackingNumber } from './orders.ts';
import { addressOf, phoneOf } from './people.ts';

const ORDERS = 100_000;
const PRODUCTS = 1000;
const ROUNDS = 3;
/** Orders of one bulk. */
const BULK = 200;
/** Checkouts of a round. */
const CHECKOUTS = 300;

/** The goals: milliseconds of a page and of a bulk, and of a checkout beside one in proportion to one without. */
const [MAX_PAGE_MS, MAX_BULK_MS, MAX_SLOWDOWN] = [150, 3000, 1.1];

const noBudgets = { sms_per_hour: null, sms_per_day: null, mail_per_hour: null, mail_per_day: null };

/** What staff look for, by what they type. */
const searches = (count: number): Record<string, string> => {
  const { firstname, lastname, pincode } = addressOf(3);
  return {
    number: orderNumber(count - 100),
    'part of a number': orderNumber(count - 100).slice(-5),
    phone: phoneOf(3),
    name: `${firstname} ${lastname}`,
    AWB: trackingNumber(count - 5000),
    pincode,
    nothing: 'qqqqqqqq',
  };
};

/** Addresses to measure by their names: each page, each part of the list of orders, each search. */
async function listAddresses(admin: AdminOf, count: number): Promise<[string, string][]> {
  const pages = pagesOf({ orderNumber: orderNumber(count - 3000), messageId: '1' })
    .filter(({ path, access }) => access !== 'anyone' && !path.startsWith('/admin/print') && !path.includes('/messages/'))
    .map(({ path }): [string, string] => [path.replace(orderNumber(count - 3000), 'NUMBER'), path]);
  const html = await (await openPage(admin, '/admin/orders')).text();
  const tabs = [...new Set([...html.matchAll(/href="(\/admin\/orders\?tab=\w+)"/g)].map(([, path = '']) => path))];
  const found = Object.entries(searches(count)).map(([name, text]): [string, string] => [
    `search by ${name}`,
    `/admin/orders?${new URLSearchParams({ tab: 'all', text })}`,
  ]);
  return [...pages, ...tabs.map((path): [string, string] => [path, path]), ...found];
}

async function measurePages(engine: string, admin: AdminOf, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of await listAddresses(admin, count)) {
    const times = await measureTimes(() => openPage(admin, path));
    console.log(`${engine.padEnd(10)} ${name.padEnd(44)} p99 ${p99(times).toFixed(1).padStart(7)} ms`);
    rows.push({ name: `${engine}, ${name}: p99, ms`, measured: [p99(times)], goal: { of: 'median', atMost: MAX_PAGE_MS } });
  }
  return rows;
}

/** The steps of a morning in bulk: each makes the one before, which was staged. */
const steps = ['confirm', 'pack', 'dispatch', 'deliver'] as const;

/** Changes the newest orders that no round has changed, step by step. Returns the milliseconds of each step. */
async function changeInBulk(admin: AdminOf, round: number, count: number): Promise<number[]> {
  const orders = Array.from({ length: BULK }, (_, i) => orderNumber(count - round * BULK - i));
  const times: number[] = [];
  for (const kind of steps) times.push(await callAdmin(admin, '/admin/orders/stage', { orders, change: { kind } }));
  return times;
}

async function measureBulk(engine: string, db: Db, admin: AdminOf, count: number): Promise<Row[]> {
  const bulk: number[] = [];
  const [alone, beside]: [number[], number[]] = [[], []];
  // The first checkouts of a server are slower.
  await measureCheckouts(admin.url, await addBuyers(db, 100));
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(p99(await measureCheckouts(admin.url, await addBuyers(db, CHECKOUTS))));
    const buyers = await addBuyers(db, CHECKOUTS);
    const [times, steps] = await Promise.all([measureCheckouts(admin.url, buyers), changeInBulk(admin, round, count)]);
    beside.push(p99(times));
    bulk.push(Math.max(...steps));
  }
  return [
    { name: `${engine}, ${BULK} orders in bulk, slowest step, ms`, measured: bulk, goal: { of: 'median', atMost: MAX_BULK_MS } },
    {
      name: `${engine}, checkout p99 beside a bulk, ms`,
      measured: beside,
      limit: alone,
      goal: { of: 'ratio', atMost: MAX_SLOWDOWN },
    },
  ];
}

async function measureEngine(engine: string, count: number, databaseUrl?: string): Promise<Row[]> {
  const dataDir = newDataDir();
  const db = await openDatabase(dataDir, databaseUrl);
  await startDemo(db);
  await write(db, (tx) => setLimits(tx, { ...noCheckoutLimits, ...noBudgets }));
  await fillCatalogue(db, PRODUCTS);
  const start = performance.now();
  await fillOrders(db, count);
  console.log(`${engine}: ${count} orders in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const token = await write(db, (tx) => addSignedInStaff(tx, 'owner'));
  const shop = await startShop(dataDir, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  try {
    const admin = { url: shop.url, token };
    return [...(await measurePages(engine, admin, count)), ...(await measureBulk(engine, db, admin, count))];
  } finally {
    await db.destroy();
    await shop.stop();
  }
}

/** Measures the admin pages, changes in bulk and checkouts beside them with 100,000 orders, on both engines. */
export async function benchAdmin(orders = ORDERS): Promise<Row[]> {
  const rows = await measureEngine('SQLite', orders);
  const server = await startPostgres(['-c', 'fsync=on']);
  try {
    const { url, drop } = await createDatabase(server.url);
    rows.push(...(await measureEngine('PostgreSQL', orders, url)));
    await drop();
  } finally {
    await server.stop();
  }
  console.log(formatTable(rows));
  return rows;
}
