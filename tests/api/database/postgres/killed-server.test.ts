import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { write } from '#api/database/transaction.ts';
import { openStore, type Store } from '#api/embedded-store.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { type Connection, request } from '#lib/client/request.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { createStoreDatabase, makeTemplate, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type PostgresServer, startPostgres } from '#tests/support/postgres/server.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';
import { openShop, prepareServer } from '#tests/support/store/crash-recovery.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { noCheckoutLimits } from '#tests/support/store/no-checkout-limits.ts';
import { addProduct } from '#tests/support/store/products.ts';

const applicationKey = 'test-key';

let postgres: PostgresServer;
let database: TestDatabase;
let dataDir: string;
let lampId: number;

beforeAll(async () => {
  postgres = await startPostgres();
  await makeTemplate(postgres.url);
  database = await createStoreDatabase(postgres.url);
  dataDir = mkdtempSync(join(tmpdir(), 'shop-'));
  const store = await openStore({ dataDir, databaseUrl: database.url, demoMode: true, log: pino({ level: 'silent' }) });
  const lamp = await write(store.db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home', price: 10_000, stock: 1000 }));
  lampId = lamp.id;
  await store.close();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
/** Opens the shop in this process; it is closed when the test ends. */
async function open(): Promise<Store> {
  const store = await openStore({ dataDir, databaseUrl: database.url, applicationKey, log: pino({ level: 'silent' }) });
  onTestFinished(store.close);
  return store;
}

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

test('of two servers one is killed: nothing accepted is lost or sent twice, and the other goes on', async () => {
  const mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.smtpUrl, from: 'Shop <orders@shop.example>' };
  const options = { mail, demoMode: true };
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
