import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { toNameWords } from '#api/database/search/order-words.ts';
import { isOrderCode, normaliseOrderNumber } from '#api/services/order-number.ts';
import { awbKeyColumn, toAwbKey } from '#api/services/orders/parcels/parcels.ts';
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

/** Whether a text can be a part of what follows the prefix of an order number: all numbers are read for one. */
const isPartOfNumber = (code: string): boolean => code.length <= CODE_LENGTH && isOrderCode(code);

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

function withNumber(db: Db, text: string) {
  const code = normaliseOrderNumber(text).replace(/\s+/g, '');
  if (!/^[A-Z0-9-]+$/.test(code) || code.length < MIN_NUMBER) return [];
  const awb = toAwbKey(code);
  return [
    db.selectFrom('orders as numbered').select('numbered.id').where('numbered.order_number', 'in', toNumbers(code)),
    db
      .selectFrom('orders as numbered')
      .select('numbered.id')
      .where('numbered.order_number', '>=', code)
      .where('numbered.order_number', '<', code + LAST),
    ...(isPartOfNumber(code)
      ? [db.selectFrom('orders as numbered').select('numbered.id').where('numbered.order_number', 'like', `%${code}%`)]
      : []),
    ...(awb.length < MIN_NUMBER
      ? []
      : [
          db
            .selectFrom('shipment')
            .select('shipment.order_id as id')
            .where(awbKeyColumn, '>=', awb)
            .where(awbKeyColumn, '<', awb + LAST),
        ]),
  ];
}

/** Ids that are looked up one by one; of more, an index is read in the order of the list until a page is full. */
const MAX_LOOKED_UP = 500;

/** The condition that an order is found by a text: its number or a part of it, phone number, name, or AWB. */
export async function findByText(db: Db, text: string): Promise<RawBuilder<SqlBool>> {
  const phone = readPhone(text);
  const name = withName(db, text);
  const queries = [...withNumber(db, text), ...(phone ? [withWord(db, phone)] : []), ...(name ? [name] : [])];
  if (queries.length === 0) return sql<SqlBool>`1 = 0`;
  const found = sql<{ id: number }>`${sql.join(
    queries.map((query) => sql`SELECT id FROM ${query} AS found`),
    sql` UNION ALL `,
  )}`;
  const { rows } = await sql<{ id: number }>`${found} LIMIT ${MAX_LOOKED_UP + 1}`.execute(db);
  // The sign keeps the database from looking every id up.
  if (rows.length > MAX_LOOKED_UP) return sql<SqlBool>`+orders.id IN (${found})`;
  if (rows.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`orders.id IN (${sql.join(padToPowerOfTwo(rows.map(({ id }) => id)))})`;
}
