import { sql } from 'kysely';
import type { Logger } from 'pino';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** The demo running in this database; undefined where there is none. */
export const findActiveDemo = (db: Db) =>
  db.selectFrom('demo_period').selectAll().where('ended_at', 'is', null).executeTakeFirst();

async function hasVerifiedCustomers(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('customer')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('phone_verified_at', 'is not', null),
        eb('email_verified_at', 'is not', null),
        eb('password_hash', 'is not', null),
        eb('mailbox', 'is not', null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether customers have verified something without a demo running. A demo shows codes on screen, which would open their accounts to all. */
export const hasRealCustomers = async (db: Db): Promise<boolean> =>
  !(await findActiveDemo(db)) && (await hasVerifiedCustomers(db));

/** Starts a demo, unless one is running. Returns false without changes when the store has real customers. */
export async function startDemo(db: Db): Promise<boolean> {
  if (await findActiveDemo(db)) return true;
  return write(db, async (tx) => {
    await takeAdvisoryLock(tx, 'demo');
    if (await findActiveDemo(tx)) return true;
    if (await hasVerifiedCustomers(tx)) return false;
    await tx.insertInto('demo_period').values({ began_at: isoNow() }).execute();
    return true;
  });
}

export interface EndedDemo {
  began_at: string;
  customers: number;
  sessions: number;
  messages: number;
}

const countRows = (result: { numDeletedRows: bigint } | { numUpdatedRows: bigint }): number =>
  Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);

/** Deletes sessions, codes, links, known devices, passwords and verifications: a demo grants them to any visitor. */
async function deleteCredentials(tx: Tx): Promise<Omit<EndedDemo, 'began_at'>> {
  const sessions = await tx.deleteFrom('session').executeTakeFirstOrThrow();
  for (const table of ['otp', 'registration', 'password_reset', 'known_device'] as const) await tx.deleteFrom(table).execute();
  const unverified = { phone_verified_at: null, email_verified_at: null, phone_named_at: null, password_hash: null };
  const customers = await tx.updateTable('customer').set(unverified).executeTakeFirstOrThrow();
  const owners = tx.selectFrom('staff').select('id').where('is_demo', '=', 1);
  for (const table of ['staff_session', 'staff_passkey'] as const)
    await tx.deleteFrom(table).where('staff_id', 'in', owners).execute();
  await tx.updateTable('staff').set({ removed_at: isoNow() }).where('is_demo', '=', 1).where('removed_at', 'is', null).execute();
  // A demo sends nothing, and unsent messages may be addressed to people who never used it.
  const messages = await tx.deleteFrom('outbox').where('state', '<>', 'sent').executeTakeFirstOrThrow();
  return { customers: countRows(customers), sessions: countRows(sessions), messages: countRows(messages) };
}

/**
 * Ends the running demo: deletes sessions, codes, pending registrations, reset links, verifications, passwords and unsent messages in one
 * transaction. Customers and orders stay. Returns undefined without changes when no demo is running.
 */
export async function endDemo(db: Db): Promise<EndedDemo | undefined> {
  if (!(await findActiveDemo(db))) return undefined;
  return write(db, async (tx) => {
    await takeAdvisoryLock(tx, 'demo');
    const demo = await findActiveDemo(tx);
    if (!demo) return undefined;
    const ended = await deleteCredentials(tx);
    await tx.updateTable('demo_period').set({ ended_at: isoNow() }).where('id', '=', demo.id).execute();
    return { began_at: demo.began_at, ...ended };
  });
}

/**
 * Applies the demo mode at startup: starts a demo, or ends the one that ran before. Throws `StoreUnavailable` when a store with real
 * customers is started in demo mode.
 */
export async function applyDemoMode(db: Db, { demoMode, log }: { demoMode: boolean; log: Logger }): Promise<void> {
  if (!demoMode) {
    const ended = await endDemo(db);
    if (ended) log.warn(ended, 'The demo has ended: its sessions, codes, verifications and passwords were deleted');
    return;
  }
  if (await startDemo(db)) return;
  throw new StoreUnavailable(
    'This shop has real customers, and demo mode would let anyone into their accounts',
    'Start it without demo mode (DEMO_MODE=0, or set SMS_AUTH_KEY), or name another folder with DATA_DIR',
  );
}

/** Counts the orders and customers created during demos, and the products on sale with these slugs. */
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
