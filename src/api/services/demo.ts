import { sql } from 'kysely';
import type { Logger } from 'pino';
import { StoreUnavailable } from '#api/database/errors/store-unavailable.ts';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import { type Db, type Tx, write } from '#api/database/open.ts';

/** The demo that is still running in this database; undefined where there is none. */
export const findActiveDemo = (db: Db) =>
  db.selectFrom('demo_period').selectAll().where('ended_at', 'is', null).executeTakeFirst();

/** Whether anybody has verified something or chosen a password here. */
async function hasVerifiedCustomers(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('customer')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('phone_verified_at', 'is not', null), eb('email_verified_at', 'is not', null), eb('password_hash', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether this database holds customers who verified something outside a demo: codes on the screen would let anybody into their accounts. */
export const hasRealCustomers = async (db: Db): Promise<boolean> =>
  !(await findActiveDemo(db)) && (await hasVerifiedCustomers(db));

/** Notes that the shop is a demo from now on. False, with nothing changed, where it has real customers. */
export async function startDemo(db: Db): Promise<boolean> {
  if (await findActiveDemo(db)) return true;
  return write(db, async (tx) => {
    await takeAdvisoryLock(tx, 'demo');
    if (await findActiveDemo(tx)) return true;
    if (await hasVerifiedCustomers(tx)) return false;
    await tx.insertInto('demo_period').values({ began_at: new Date().toISOString() }).execute();
    return true;
  });
}

/** What the end of a demo took away, as counts of rows. */
export interface EndedDemo {
  began_at: string;
  customers: number;
  sessions: number;
  messages: number;
}

const numberOf = (result: { numDeletedRows: bigint } | { numUpdatedRows: bigint }): number =>
  Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);

/** Ends everything by which somebody could get in: what a demo verified, it verified for anybody. */
async function forgetProofs(tx: Tx): Promise<Omit<EndedDemo, 'began_at'>> {
  const sessions = await tx.deleteFrom('session').executeTakeFirstOrThrow();
  for (const table of ['otp', 'registration', 'password_reset', 'known_device'] as const) await tx.deleteFrom(table).execute();
  const nothing = { phone_verified_at: null, email_verified_at: null, phone_named_at: null, password_hash: null };
  const customers = await tx.updateTable('customer').set(nothing).executeTakeFirstOrThrow();
  // A demo sends nothing: what waits is addressed to whomever its visitors thought of.
  const messages = await tx.deleteFrom('outbox').where('state', '<>', 'sent').executeTakeFirstOrThrow();
  return { customers: numberOf(customers), sessions: numberOf(sessions), messages: numberOf(messages) };
}

/**
 * Ends the demo of this database: sessions, codes, pending sign-ups, reset links, verifications, passwords and unsent messages go, in one
 * transaction. Customers and orders stay. Undefined, with nothing changed, where no demo is running.
 */
export async function endDemo(db: Db): Promise<EndedDemo | undefined> {
  if (!(await findActiveDemo(db))) return undefined;
  return write(db, async (tx) => {
    await takeAdvisoryLock(tx, 'demo');
    const demo = await findActiveDemo(tx);
    if (!demo) return undefined;
    const ended = await forgetProofs(tx);
    await tx.updateTable('demo_period').set({ ended_at: new Date().toISOString() }).where('id', '=', demo.id).execute();
    return { began_at: demo.began_at, ...ended };
  });
}

/**
 * Brings the database in line with the mode that a shop starts in: a demo is noted, and one that ran before a start without demo mode is
 * ended. Throws `ShopUnavailable` when a shop with real customers is started in demo mode.
 */
export async function applyDemoMode(db: Db, { demoMode, log }: { demoMode: boolean; log: Logger }): Promise<void> {
  if (!demoMode) {
    const ended = await endDemo(db);
    if (ended) log.warn(ended, 'The demo has ended: its sessions, codes, verifications and passwords no longer work');
    return;
  }
  if (await startDemo(db)) return;
  throw new StoreUnavailable(
    'This shop has real customers, and demo mode would let anybody into their accounts',
    'Start it without demo mode (DEMO_MODE=0, or set SMS_AUTH_KEY), or name another folder with DATA_DIR',
  );
}

/** How many orders and customers were made during a demo, and how many products with these slugs are on sale. */
export async function countDemoRecords(
  db: Db,
  slugs: readonly string[],
): Promise<{ orders: number; customers: number; products: number }> {
  const duringDemo = (column: 'placed_at' | 'created_at') =>
    sql<boolean>`EXISTS (SELECT 1 FROM demo_period WHERE began_at <= ${sql.ref(column)} AND coalesce(ended_at, '9') > ${sql.ref(column)})`;
  const count = sql<number>`count(*)`.as('n');
  const orders = await db.selectFrom('orders').select(count).where(duringDemo('placed_at')).executeTakeFirstOrThrow();
  const customers = await db.selectFrom('customer').select(count).where(duringDemo('created_at')).executeTakeFirstOrThrow();
  const onSale = db.selectFrom('product').select(count).where('active', '=', 1).where('slug', 'in', slugs);
  const products = await onSale.executeTakeFirstOrThrow();
  return { orders: Number(orders.n), customers: Number(customers.n), products: Number(products.n) };
}
