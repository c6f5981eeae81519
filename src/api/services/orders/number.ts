import { randomBytes } from 'node:crypto';
import type { Tx } from '#api/database/open.ts';

/** 32 signs that are not mistaken for one another when read out: no I, L, O, U. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that no other order has, such as "HT-7K2M9QXD". */
export async function generateOrderNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = `HT-${[...randomBytes(8)].map((byte) => signs[byte & 31]).join('')}`;
    const taken = await tx.selectFrom('orders').select('id').where('order_number', '=', number).executeTakeFirst();
    if (!taken) return number;
  }
}
