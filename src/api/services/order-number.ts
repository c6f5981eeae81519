import { randomBytes } from 'node:crypto';

/** 32 characters without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const DEFAULT_ORDER_PREFIX = 'HT';

/** Whether order numbers can begin with a text: one to six letters or digits. */
export const isOrderPrefix = (text: string): boolean => /^[A-Z0-9]{1,6}$/i.test(text);

/** Whether a text has only characters of what follows the prefix of an order number, in capitals. */
export const isOrderCode = (text: string): boolean => [...text].every((character) => ALPHABET.includes(character));

/** Generates an order number, such as "HT-7K2M9QXD". It may be taken already. */
export const generateOrderNumber = (prefix = DEFAULT_ORDER_PREFIX): string =>
  `${prefix.toUpperCase()}-${[...randomBytes(8)].map((byte) => ALPHABET[byte & 31]).join('')}`;

/** Normalises an order number as typed: no surrounding spaces, no "#" before it, capitals. */
export const normaliseOrderNumber = (orderNumber: string): string => orderNumber.trim().replace(/^#\s*/, '').toUpperCase();
