import { randomBytes } from 'node:crypto';

/** 32 characters without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates an order number, such as "HT-7K2M9QXD". It may be taken already. */
export const generateOrderNumber = (): string => `HT-${[...randomBytes(8)].map((byte) => ALPHABET[byte & 31]).join('')}`;

/** Normalises an order number as typed: no surrounding spaces, capitals. */
export const normaliseOrderNumber = (orderNumber: string): string => orderNumber.trim().toUpperCase();
