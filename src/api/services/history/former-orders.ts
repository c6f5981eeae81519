import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ImportedOrderTable } from '#api/database/schema/history.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import type { FormerItem } from '#api/services/history/order-cells.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import { MAX_FORMER_ORDERS } from '#lib/contract/limits.ts';
import type { FormerOrder } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';

type FormerOrderRow = Selectable<ImportedOrderTable>;

const readStoredItems = ({ items }: FormerOrderRow): FormerItem[] => JSON.parse(items) as FormerItem[];

/** Contacts by which customers and orders of the former shop are found; null for one that is not known. */
export interface Contacts {
  mailbox: string | null;
  phone: string | null;
}

/** The contacts that a shopper has proven by a code or a mailed link (decision 0007). Claimed ones are left out. */
function provenContacts({ customer, verified }: Shopper): Contacts {
  const hasMailbox = verified.email_verified_at !== null || customer.guest === true;
  return {
    mailbox: hasMailbox && customer.email ? toMailbox(customer.email) : null,
    phone: verified.phone_verified_at === null ? null : customer.phone_number,
  };
}

const toFormerOrder = (row: FormerOrderRow): FormerOrder => ({
  order_number: row.order_number,
  order_date: row.placed_at,
  status: row.status,
  final_amount: toRupees(row.total),
  ...(row.discount > 0 && { discount_amount: toRupees(row.discount) }),
  ...(row.shipping > 0 && { shipping_amount: toRupees(row.shipping) }),
  ...(row.refunded > 0 && { refunded_amount: toRupees(row.refunded) }),
  items: readStoredItems(row).map(({ name, quantity, price }) => ({
    product_name: name,
    quantity,
    ...(price !== undefined && { final_price: toRupees(price) }),
  })),
  ...(row.address && { address: row.address }),
});

const selectOrders = (db: Db, { mailbox, phone }: Contacts) =>
  db
    .selectFrom('imported_order')
    .selectAll()
    .where(({ or, eb }) =>
      or([...(mailbox === null ? [] : [eb('mailbox', '=', mailbox)]), ...(phone === null ? [] : [eb('phone', '=', phone)])]),
    );

/** The newest orders of the former shop that name a contact which the shopper has proven. */
export async function listFormerOrders(db: Db, shopper: Shopper): Promise<FormerOrder[]> {
  const contacts = provenContacts(shopper);
  if (contacts.mailbox === null && contacts.phone === null) return [];
  const query = selectOrders(db, contacts).orderBy('placed_at', 'desc').orderBy('id', 'desc');
  return (await query.limit(MAX_FORMER_ORDERS).execute()).map(toFormerOrder);
}

/** An order of the former shop as its owner sees it. */
export interface ListedFormerOrder extends FormerOrder {
  source: string;
  customer_name: string;
  email: string | null;
  phone_number: string | null;
}

/** Orders of the former shop, newest first: all, or those with a number or contact. */
export async function findFormerOrders(
  db: Db,
  { limit, find }: { limit: number; find?: { number: string } | Contacts | undefined },
): Promise<ListedFormerOrder[]> {
  const all = db.selectFrom('imported_order').selectAll();
  const query =
    find === undefined
      ? all
      : 'number' in find
        ? all.where('order_number', 'in', [find.number, `#${find.number}`])
        : selectOrders(db, find);
  const rows = await query.orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    source: row.source,
    customer_name: row.customer_name,
    email: row.mailbox,
    phone_number: row.phone,
    ...toFormerOrder(row),
  }));
}

/** Deletes what the former shop knew about a contact: the customer, and orders with that contact. Returns the numbers of both. */
export async function eraseContact(tx: Tx, { mailbox, phone }: Contacts): Promise<{ customers: number; orders: number }> {
  const erase = async (table: 'imported_customer' | 'imported_order'): Promise<number> => {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where(({ or, eb }) =>
        or([...(mailbox === null ? [] : [eb('mailbox', '=', mailbox)]), ...(phone === null ? [] : [eb('phone', '=', phone)])]),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  return { customers: await erase('imported_customer'), orders: await erase('imported_order') };
}
