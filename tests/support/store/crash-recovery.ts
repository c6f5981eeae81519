import { type ChildProcess, fork } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { type Connection, type RequestOptions, request } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { toRupees } from '#lib/rules/money.ts';
import { address } from './delivery-address.ts';
import { addProduct } from './products.ts';
import { programPath } from './programs.ts';
import type { OpenThis } from './store-process.ts';

const BUYERS = 12;
const STOCK = 1_000_000;
const PRICES = [50_000, 19_900];
/** Upper bounds of acknowledged checkouts and of milliseconds before a server is killed. */
const MOST_ANSWERS = 30;
const LONGEST_PAUSE_MS = 8;

/** Counts of the checkouts of a shop whose server was killed repeatedly. */
export interface CrashReport {
  kills: number;
  /** Acknowledged checkouts. */
  acknowledged: number;
  /** Checkouts whose response was lost. */
  lost: number;
  /** Lost ones that had been committed: the retry returned the original answer. */
  lostButWritten: number;
}

interface Purchase {
  key: string;
  quantities: number[];
}

interface Buyer {
  token: string;
  /** A checkout that was sent and not yet answered. */
  open: Purchase | undefined;
}

/** Order ids by the key of the acknowledged checkout. */
type Acknowledged = Map<string, number[]>;

/** Starts a process with all modules loaded that waits for a shop to open. */
export const prepareServer = async (): Promise<ChildProcess> =>
  fork(await programPath('store'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** Opens a shop in a prepared process. */
export async function openShop(server: ChildProcess, shop: OpenThis): Promise<Connection> {
  server.send(shop);
  const [port] = (await once(server, 'message')) as [number];
  return { base: `http://127.0.0.1:${port}/api`, applicationKey: 'test-key', send: (request) => fetch(request) };
}

async function makeBuyers(db: Db): Promise<{ buyers: Buyer[]; products: number[] }> {
  return write(db, async (tx) => {
    const products: number[] = [];
    for (const [i, price] of PRICES.entries()) {
      products.push(
        (await addProduct(tx, { name: `Lamp ${i}`, category: 'Home', price, stock: STOCK, seller: `Seller ${i}` })).id,
      );
    }
    const buyers: Buyer[] = [];
    for (let i = 0; i < BUYERS; i++) {
      const { id } = await findOrCreateCustomer(tx, String(9_600_000_000 + i));
      await setCustomerDetails(tx, id, { firstname: 'Buyer', lastname: `Nr ${i}`, email: `b${i}@example.com` }, '');
      buyers.push({ token: await createSession(tx, id), open: undefined });
    }
    return { buyers, products };
  });
}

/** Makes a call that only a killed server may fail; resolves to undefined then. */
async function attempt<C extends Call>(
  connection: Connection,
  call: C,
  options: RequestOptions<C>,
): Promise<ReplyOf<C> | undefined> {
  const outcome = await request(connection, call, options);
  if (outcome && 'httpStatus' in (outcome as object)) {
    const { httpStatus, message } = outcome as { httpStatus: number; message: string };
    if (httpStatus === 0) return undefined;
    throw new Error(`${call.name} was refused with ${httpStatus}: ${message}`);
  }
  return outcome as ReplyOf<C>;
}

function checkOut(connection: Connection, { token }: Buyer, { key, quantities }: Purchase) {
  const total = quantities.reduce((sum, quantity, i) => sum + quantity * (PRICES[i] ?? 0), 0);
  const body = { address, payment_method: 'cod' as const, expected_total: toRupees(total) };
  return attempt(connection, checkoutCall, { token, headers: { 'idempotency-key': key }, body });
}

/** The state between a server's start and its end. */
interface Life {
  connection: Connection;
  products: readonly number[];
  acknowledged: Acknowledged;
  /** Called for every acknowledged checkout. */
  answered: () => void;
}

/** Buys until the server is killed: first retries the open checkout, then fills the cart and checks out repeatedly. */
async function keepBuying(buyer: Buyer, { connection, products, acknowledged, answered }: Life): Promise<void> {
  for (;;) {
    let purchase = buyer.open;
    if (!purchase) {
      const quantities = products.map(() => randomInt(1, 4));
      for (const [i, product_id] of products.entries()) {
        const put = await attempt(connection, addToCartCall, {
          token: buyer.token,
          body: { product_id, quantity: quantities[i] ?? 1 },
        });
        if (!put) return;
      }
      purchase = { key: randomUUID(), quantities };
    }
    buyer.open = purchase;
    const reply = await checkOut(connection, buyer, purchase);
    if (!reply) return;
    acknowledged.set(purchase.key, reply.data.order_id);
    buyer.open = undefined;
    answered();
  }
}

/** Runs all buyers against a server until it is killed. */
async function buyUntilKilled(server: ChildProcess, buyers: readonly Buyer[], life: Omit<Life, 'answered'>): Promise<void> {
  let answersLeft = randomInt(1, MOST_ANSWERS);
  const answered = (): void => {
    if (--answersLeft === 0) setTimeout(() => server.kill('SIGKILL'), randomInt(0, LONGEST_PAUSE_MS));
  };
  const gone = once(server, 'exit');
  await Promise.all([...buyers.map((buyer) => keepBuying(buyer, { ...life, answered })), gone]);
}

const writtenKeys = async (db: Db): Promise<Set<string>> =>
  new Set((await db.selectFrom('checkout').select('idempotency_key').execute()).map((row) => row.idempotency_key));

/** Checks the shop's final state. Throws when it is inconsistent. */
async function inspect(db: Db, acknowledged: Acknowledged): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('checkout', 'checkout.id', 'orders.checkout_id')
    .select(['orders.id', 'idempotency_key'])
    .execute();
  const byKey = Map.groupBy(orders, ({ idempotency_key }) => idempotency_key);
  for (const [key, ids] of acknowledged) {
    const there = (byKey.get(key) ?? []).map(({ id }) => id);
    if (String(there.toSorted()) !== String(ids.toSorted()))
      throw new Error(`Acknowledged ${ids}, but there are ${there} under ${key}`);
  }
  for (const key of byKey.keys()) if (!acknowledged.has(key)) throw new Error(`Nobody asked for the orders under ${key}`);
  const sold = await db
    .selectFrom('order_item')
    .select(({ fn }) => ['product_id', fn.sum<number>('quantity').as('units')])
    .groupBy('product_id')
    .execute();
  for (const { product_id, units } of sold) {
    const variant = await db.selectFrom('variant').select('stock').where('product_id', '=', product_id).executeTakeFirstOrThrow();
    const product = await db.selectFrom('product').select('stock').where('id', '=', product_id).executeTakeFirstOrThrow();
    const taken = [STOCK - variant.stock, STOCK - product.stock];
    if (taken.some((n) => n !== Number(units))) throw new Error(`${units} units were sold, but ${taken} taken`);
  }
}

/**
 * Kills a shop's server `kills` times during checkouts, restarts it each time and retries every unanswered checkout with its key.
 * Throws when an acknowledged order is missing or changed, when an unacknowledged one exists, or when stock and orders disagree. `db`
 * is an open handle of the same, empty shop.
 */
export async function crashAndRecover(db: Db, shop: OpenThis, kills: number): Promise<CrashReport> {
  const { buyers, products } = await makeBuyers(db);
  const acknowledged: Acknowledged = new Map();
  const report: CrashReport = { kills: 0, acknowledged: 0, lost: 0, lostButWritten: 0 };
  let next = await prepareServer();
  try {
    while (report.kills < kills) {
      const server = next;
      const connection = await openShop(server, shop);
      next = await prepareServer();
      await buyUntilKilled(server, buyers, { connection, products, acknowledged });
      report.kills++;
      const written = await writtenKeys(db);
      const lost = buyers.flatMap(({ open }) => open?.key ?? []);
      report.lost += lost.length;
      report.lostButWritten += lost.filter((key) => written.has(key)).length;
    }
    const last = await openShop(next, shop);
    for (const buyer of buyers) {
      if (!buyer.open) continue;
      const reply = await checkOut(last, buyer, buyer.open);
      if (reply) acknowledged.set(buyer.open.key, reply.data.order_id);
    }
  } finally {
    next.kill('SIGKILL');
  }
  await inspect(db, acknowledged);
  report.acknowledged = acknowledged.size;
  return report;
}
