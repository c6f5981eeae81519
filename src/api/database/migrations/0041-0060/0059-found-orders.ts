import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { toOrderWords } from '#api/database/search/order-words.ts';
import { parseJson } from '#lib/rules/text.ts';

const columns = [
  'ALTER TABLE orders ADD COLUMN pincode TEXT',
  `CREATE TABLE order_word (
    word TEXT NOT NULL,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    PRIMARY KEY (word, order_id)
  ) STRICT, WITHOUT ROWID`,
];

const indexes = [
  'CREATE INDEX order_word_of_order ON order_word (order_id)',
  // Both cover what lists filter by, so that rows are read only for the orders of a page.
  `CREATE INDEX orders_in_list
    ON orders (status, placed_at, id, packed_at, payment_method, payment_status, seller_id, pincode)`,
  'CREATE INDEX orders_by_time ON orders (placed_at, id, status, payment_method, payment_status, seller_id, pincode, final_amount)',
  'CREATE INDEX orders_by_number ON orders (order_number, id)',
  'CREATE INDEX shipment_by_number ON shipment (upper(tracking_number))',
];

/** Orders of one statement. */
const BATCH_SIZE = 500;

interface OldOrder {
  id: number;
  address: string;
}

type StoredAddress = Partial<Record<'firstname' | 'lastname' | 'phone_number' | 'alt_phone_number' | 'pincode', string>>;

/** Fills the pincodes and words of the orders that there are. */
async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } =
      await sql<OldOrder>`SELECT id, address FROM orders WHERE id > ${after} ORDER BY id LIMIT ${BATCH_SIZE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const orders = rows.map(({ id, address }) => ({ id, address: (parseJson(address) ?? {}) as StoredAddress }));
    const pincodes = orders.map(({ id, address }) => sql`(CAST(${id} AS INTEGER), CAST(${address.pincode ?? ''} AS TEXT))`);
    await sql`WITH filled (id, pincode) AS (VALUES ${sql.join(pincodes)})
      UPDATE orders SET pincode = filled.pincode FROM filled WHERE orders.id = filled.id`.execute(db);
    const words = orders.flatMap(({ id, address }) => {
      const { firstname = '', lastname = '', phone_number = '', alt_phone_number = '' } = address;
      return toOrderWords({ firstname, lastname, phone_number, alt_phone_number }).map(
        (word) => sql`(CAST(${word} AS TEXT), CAST(${id} AS INTEGER))`,
      );
    });
    if (words.length > 0) await sql`INSERT INTO order_word (word, order_id) VALUES ${sql.join(words)}`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, columns);
  await fill(db);
  await runDdl(db, indexes);
}
