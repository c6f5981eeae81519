import { randomBytes } from 'node:crypto';
import type { Tx } from '#api/database/schema/engine.ts';

/** 32 characters without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates an unused order number, such as "HT-7K2M9QXD". */
export async function generateOrderNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = `HT-${[...randomBytes(8)].map((byte) => ALPHABET[byte & 31]).join('')}`;
    const taken = await tx.selectFrom('orders').select('id').where('order_number', '=', number).executeTakeFirst();
    if (!taken) return number;
  }
}

/** Normalises an order number as typed: no surrounding spaces, capitals. */
export const normaliseOrderNumber = (orderNumber: string): string => orderNumber.trim().toUpperCase();
