import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { write } from '#api/database/transaction.ts';
import { openStore, type Store } from '#api/embedded-store.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { type Connection, request } from '#lib/client/request.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { createStoreDatabase, makeTemplate, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type PostgresServer, startPostgres } from '#tests/support/postgres/server.ts';
import { query, type StandbyServer, startStandby } from '#tests/support/postgres/standby.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';
import { openShop, prepareServer } from '#tests/support/store/crash-recovery.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { noCheckoutLimits } from '#tests/support/store/no-checkout-limits.ts';
import { addProduct } from '#tests/support/store/products.ts';

const applicationKey = 'test-key';

let primary: PostgresServer;
let standbys: StandbyServer[];
let database: TestDatabase;
let dataDir: string;
let lines: { msg: string; standby?: string; fix?: string }[];
let lampId: number;

beforeAll(async () => {
  primary = await startPostgres();
  await makeTemplate(primary.url);
  database = await createStoreDatabase(primary.url);
  dataDir = mkdtempSync(join(tmpdir(), 'shop-'));
  const store = await openStore({ dataDir, databaseUrl: database.url, demoMode: true, log: pino({ level: 'silent' }) });
  const lamp = await write(store.db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home', price: 10_000, stock: 1000 }));
  lampId = lamp.id;
  await store.close();
  standbys = [await startStandby(primary.url), await startStandby(primary.url)];
});
afterAll(async () => {
  for (const standby of standbys) await standby.stop();
  await primary.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  lines = [];
});

const databaseName = () => new URL(database.url).pathname;
const urlOf = ({ url }: PostgresServer) => url + databaseName();
const nameOf = ({ url }: PostgresServer) => new URL(url).host;

/** Opens the shop with standbys; it is closed when the test ends. */
async function open(readUrls = standbys.map(urlOf)): Promise<Store> {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const store = await openStore({ dataDir, databaseUrl: database.url, readUrls, applicationKey, demoMode: true, log });
  onTestFinished(store.close);
  return store;
}

const readPrice = async (store: Store): Promise<number> => {
  const request = new Request('http://store.test/api/single-product-details/lamp', { headers: { 'x-app-key': applicationKey } });
  const { data } = (await (await store.fetch(request)).json()) as { data: { final_price: string } };
  return Number(data.final_price);
};

/** Changes the price as an owner's command does, in rupees. */
const changePrice = (store: Store, price: number) =>
  write(store.db, async (tx) => {
    await tx
      .updateTable('product')
      .set({ price: price * 100 })
      .where('id', '=', lampId)
      .execute();
    await tx
      .updateTable('variant')
      .set({ price: price * 100 })
      .where('product_id', '=', lampId)
      .execute();
    await bumpRevision(tx);
  });

const readStock = async ({ db }: Store): Promise<number> =>
  (await db.selectFrom('variant').select('stock').where('product_id', '=', lampId).executeTakeFirstOrThrow()).stock;

interface Buyer {
  token: string;
  key: string;
}

/** Adds signed-in customers with one lamp in the cart. */
const makeBuyers = ({ db }: Store, count: number): Promise<Buyer[]> =>
  write(db, async (tx) => {
    await setLimits(tx, noCheckoutLimits);
    const buyers: Buyer[] = [];
    for (let i = 0; i < count; i++) {
      const { id } = await findOrCreateCustomer(tx, String(9_700_000_000 + i));
      await setCustomerDetails(tx, id, { firstname: 'Buyer', lastname: `Nr ${i}`, email: `b${i}@example.com` }, '');
      await setCartLine(tx, id, { product_id: lampId, quantity: 1 });
      buyers.push({ token: await createSession(tx, id), key: randomUUID() });
    }
    return buyers;
  });

/** How many catalogue reads each kind of server has answered. */
async function countReads({ metrics }: Store): Promise<{ standby: number; primary: number }> {
  const text = await metrics.read();
  const count = (source: string) =>
    Number(new RegExp(`shop_catalogue_reads_total{source="${source}"} (\\d+)`).exec(text)?.[1] ?? 0);
  return { standby: count('standby'), primary: count('primary') };
}

test('catalogue reads go to a standby, and what a shopper writes and owns to the primary', async () => {
  const store = await open();
  expect(await readPrice(store)).toBe(100);
  expect(await countReads(store)).toEqual({ standby: 1, primary: 0 });
  const send = await store.fetch(
    new Request('http://store.test/api/otp/send', {
      method: 'POST',
      headers: { 'x-app-key': applicationKey, 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: '9876543210' }),
    }),
  );
  expect(send.status).toBe(200);
  expect(await countReads(store)).toEqual({ standby: 1, primary: 0 });
});

test('a changed price shows at once and never goes back while the standbys fall behind', async () => {
  const store = await open();
  for (const standby of standbys) await standby.pause();
  onTestFinished(async () => void (await Promise.all(standbys.map((standby) => standby.resume()))));
  await changePrice(store, 90);
  expect(await readPrice(store)).toBe(90);
  expect(await countReads(store)).toEqual({ standby: 0, primary: 1 });
  for (const standby of standbys) await standby.resume();
  await expect
    .poll(async () => {
      expect(await readPrice(store)).toBe(90);
      return (await countReads(store)).standby;
    })
    .toBeGreaterThan(0);
});

test('another server sees a changed price within two seconds, read from a standby', async () => {
  const [one, other] = [await open(), await open()];
  await changePrice(one, 80);
  await expect.poll(() => readPrice(other), { interval: 5, timeout: 2000 }).toBe(80);
  await changePrice(one, 100);
  await expect.poll(() => readPrice(other), { interval: 5, timeout: 2000 }).toBe(100);
});

test('a standby that stops is skipped, logged once, and used again when it is back', async () => {
  const [standby] = standbys as [StandbyServer];
  const store = await open([urlOf(standby)]);
  await standby.interrupt();
  for (let reads = 0; reads < 5; reads++) expect(await readPrice(store)).toBe(100);
  expect(await countReads(store)).toEqual({ standby: 0, primary: 5 });
  expect(await store.metrics.read()).toContain(`shop_standby_ready{standby="${nameOf(standby)}"} 0`);
  await standby.restart();
  await expect.poll(async () => (await readPrice(store)) && (await countReads(store)).standby, { timeout: 20_000 }).toBe(1);
  expect(lines.filter(({ standby: name }) => name).map(({ msg }) => msg)).toEqual([
    'a standby answers catalogue reads',
    expect.stringMatching(/^A standby does not answer \(.+\)$/),
    'a standby answers catalogue reads',
  ]);
});

test('one standby answers while the other is down', async () => {
  const [down, up] = standbys as [StandbyServer, StandbyServer];
  await down.interrupt();
  onTestFinished(down.restart);
  const store = await open();
  for (let reads = 0; reads < 3; reads++) expect(await readPrice(store)).toBe(100);
  expect(await countReads(store)).toEqual({ standby: 3, primary: 0 });
  expect(await store.metrics.read()).toContain(`shop_standby_ready{standby="${nameOf(up)}"} 1`);
});

test('a server that is no standby, of another primary, or unreachable is not used, and the log says what to do', async () => {
  const unreachable = 'postgres://127.0.0.1:9/shop';
  const store = await open([database.url, unreachable]);
  expect(await readPrice(store)).toBe(100);
  expect(await countReads(store)).toEqual({ standby: 0, primary: 1 });
  const said = new Map(lines.map(({ standby, msg, fix }) => [standby, `${msg}. ${fix}`]));
  expect(said.get(nameOf(primary))).toMatch(
    /^DATABASE_READ_URL \(127\.0\.0\.1:\d+\) is not a standby, because it accepts writes\. Name streaming standbys/,
  );
  expect(said.get('127.0.0.1:9')).toMatch(
    /^The standby in DATABASE_READ_URL cannot be read \(.*ECONNREFUSED.*\)\. Check that DATABASE_READ_URL is right and the database server is running$/,
  );
});

test('the doctor says which standbys are usable', async () => {
  const [standby] = standbys as [StandbyServer];
  const DATABASE_READ_URL = `${urlOf(standby)},${database.url}`;
  const findings = await runChecks({ DATA_DIR: dataDir, DATABASE_URL: database.url, DATABASE_READ_URL });
  expect(findings.filter(({ check }) => check === 'standby')).toEqual([
    { check: 'standby', state: 'good', finding: `${nameOf(standby)} answers catalogue reads` },
    {
      check: 'standby',
      state: 'note',
      finding: expect.stringMatching(/is not a standby, because it accepts writes\. The primary answers in its place$/),
      fix: expect.stringContaining('Name streaming standbys'),
    },
  ]);
  const misspelt = await runChecks({ DATA_DIR: dataDir, DATABASE_URL: database.url, DATABASE_READ_URL: 'standby:5432' });
  expect(misspelt.find(({ check }) => check === 'settings')?.finding).toMatch(/^DATABASE_READ_URL must be URLs such as/);
});

test('of two servers one is killed: nothing accepted is lost or sent twice, and the other goes on', async () => {
  const mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.smtpUrl, from: 'Shop <orders@shop.example>' };
  const options = { readUrls: standbys.map(urlOf), mail, demoMode: true };
  const servers = await Promise.all([prepareServer(), prepareServer()]);
  onTestFinished(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await mailbox.close();
  });
  const connections = await Promise.all(
    servers.map((server) => openShop(server, { dataDir, databaseUrl: database.url, options })),
  );
  const store = await open();
  const before = await readStock(store);
  const buyers = await makeBuyers(store, 40);

  /** Calls that the server which is not killed did not answer with a success. */
  const lostByOther: unknown[] = [];

  /** Makes a call on one server after the other until one answers, with the same key each time. */
  const buy = async ({ token, key }: Buyer, from: number): Promise<string> => {
    for (let attempt = from; ; attempt++) {
      const outcome = await request(connections[attempt % 2] as Connection, checkoutCall, {
        token,
        headers: { 'idempotency-key': key },
        body: { address: { ...address, email: `${key}@example.com` }, payment_method: 'cod', expected_total: '100.00' },
      });
      if (outcome?.success) return String(outcome.data.order_id);
      if (attempt % 2 === 1) lostByOther.push(outcome);
      if (attempt - from > 20) throw new Error(`the checkout failed: ${JSON.stringify(outcome)}`);
    }
  };
  let answered = 0;
  let readFailures = 0;
  const orders = buyers.map((buyer, index) =>
    buy(buyer, index).then((order) => {
      answered++;
      if (answered === 10) servers[0].kill('SIGKILL');
      return order;
    }),
  );
  const isOver = Promise.all(orders).then(() => true);
  while (!(await Promise.race([isOver, sleep(5)]))) {
    const outcome = await request(connections[1] as Connection, singleProductDetailsCall, { params: { slug: 'lamp' } });
    if (!outcome?.success) readFailures++;
  }
  const ids = await Promise.all(orders);
  expect(new Set(ids).size).toBe(buyers.length);
  expect(readFailures).toBe(0);
  expect(lostByOther).toEqual([]);
  const { db } = store;
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(buyers.length);
  expect(await readStock(store)).toBe(before - buyers.length);

  // A mail that the killed server had claimed waits for its lease; all others arrive, none twice.
  const states = async () => await db.selectFrom('outbox').select(['state', 'attempts']).where('kind', '=', 'mail').execute();
  await expect.poll(async () => (await states()).filter(({ state, attempts }) => state !== 'sent' && attempts === 0)).toEqual([]);
  const messageIds = mailbox.mails.map(({ headers }) => headers.get('message-id'));
  expect(new Set(messageIds).size).toBe(messageIds.length);
  expect(await states()).toHaveLength(buyers.length);

  await changePrice(store, 70);
  const price = async () => {
    const outcome = await request(connections[1] as Connection, singleProductDetailsCall, { params: { slug: 'lamp' } });
    return outcome?.success && Number(outcome.data.final_price);
  };
  await expect.poll(price, { interval: 5, timeout: 2000 }).toBe(70);
  await changePrice(store, 100);
});

test('a standby that hangs delays one read by at most two seconds', async () => {
  const [standby] = standbys as [StandbyServer];
  const store = await open([urlOf(standby)]);
  // A standby that has not caught up yet serves nothing.
  await expect
    .poll(async () => {
      expect(await readPrice(store)).toBe(100);
      return (await countReads(store)).standby;
    })
    .toBe(1);
  const { primary } = await countReads(store);
  const backends = await query(
    standby.url + databaseName(),
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'store catalogue'",
  );
  expect(backends).not.toEqual([]);
  const signal = (name: NodeJS.Signals) => backends.forEach(({ pid }) => void process.kill(Number(pid), name));
  signal('SIGSTOP');
  onTestFinished(() => signal('SIGCONT'));
  const startedAt = performance.now();
  expect(await readPrice(store)).toBe(100);
  expect(await readPrice(store)).toBe(100);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(await countReads(store)).toEqual({ standby: 1, primary: primary + 2 });
});
