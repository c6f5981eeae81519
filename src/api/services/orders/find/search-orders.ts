import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { toNameWords } from '#api/database/search/order-words.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/** Shorter words and parts of numbers match too much. */
const [MIN_WORD, MIN_NUMBER] = [2, 3];

/** Words of a search that count. */
const MAX_WORDS = 6;

/** Characters of an order number after its prefix. */
const CODE_LENGTH = 8;

/** After every text that begins with another. */
const LAST = '\u{10ffff}';

/** A phone number as stored, from any spelling: "+91 98765-43210" and "098765 43210". Undefined for text that is none. */
function readPhone(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s().+-]/g, '');
  if (!/^\d{4,12}$/.test(digits)) return undefined;
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2);
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

/** Order numbers that a text without separators can mean: "ht7k2m9qxa" is HT-7K2M9QXA. */
const toNumbers = (code: string): string[] => [
  code,
  ...(code.length > CODE_LENGTH && !code.includes('-') ? [`${code.slice(0, -CODE_LENGTH)}-${code.slice(-CODE_LENGTH)}`] : []),
];

/** Ids of orders with a word that begins with `prefix`. */
const withWord = (db: Db, prefix: string) =>
  db
    .selectFrom('order_word')
    .select('order_word.order_id as id')
    .where('word', '>=', prefix)
    .where('word', '<', prefix + LAST);

/** Ids of orders whose recipient has all these words in the name; undefined for text without words. */
function withName(db: Db, text: string) {
  const words = toNameWords(text)
    .filter((word) => [...word].length >= MIN_WORD)
    .slice(0, MAX_WORDS);
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (!longest) return undefined;
  return others.reduce((query, word) => query.where('order_word.order_id', 'in', withWord(db, word)), withWord(db, longest));
}

/** Ids of orders whose number has this part, or whose tracking number begins with it. */
function withNumber(db: Db, text: string) {
  const code = normaliseOrderNumber(text).replace(/\s+/g, '');
  if (!/^[A-Z0-9-]+$/.test(code) || code.length < MIN_NUMBER) return [];
  const awb = sql<string>`upper(${sql.ref('tracking_number')})`;
  return [
    db
      .selectFrom('orders as numbered')
      .select('numbered.id')
      .where(({ or, eb }) =>
        or([eb('numbered.order_number', 'in', toNumbers(code)), eb('numbered.order_number', 'like', `%${code}%`)]),
      ),
    db
      .selectFrom('shipment')
      .select('shipment.order_id as id')
      .where(awb, '>=', code)
      .where(awb, '<', code + LAST),
  ];
}

/** The condition that an order is found by a text: its number or a part of it, phone number, name, or AWB. */
export function isFoundBy(db: Db, text: string) {
  const phone = readPhone(text);
  const name = withName(db, text);
  const queries = [...withNumber(db, text), ...(phone ? [withWord(db, phone)] : []), ...(name ? [name] : [])];
  return ({ eb, or, val }: ExpressionBuilder<Tables, 'orders'>) =>
    queries.length === 0 ? eb(val(1), '=', 0) : or(queries.map((query) => eb('orders.id', 'in', query)));
}
