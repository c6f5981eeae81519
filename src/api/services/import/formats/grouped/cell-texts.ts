import { MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_VALUE } from '#api/services/catalogue/attributes.ts';
import { DEFAULT_OPTION } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns } from '#api/services/import/read/match-columns.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';
import { foldName } from '#lib/rules/text.ts';

/** The cells of a row that says nothing. */
export const blankCells: Cells = new Columns([]).read([]);

/** The name of an option or fact with its value. */
export type NamedValue = readonly [name: string, value: string];

const shorten = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text);

/** Facts for the column of attributes: without what would be read as another fact, and no more or longer ones than a product can have. */
export function toFactsCell(facts: readonly NamedValue[]): string {
  const plain = (text: string) => text.replaceAll(/\s*[;\r\n]+\s*/g, ', ').trim();
  const values = new Map<string, { name: string; value: string }>();
  for (const [label, text] of facts) {
    const [name, value] = [shorten(plain(label).replaceAll(/\s*:\s*/g, ' '), MAX_ATTRIBUTE_NAME), plain(text)];
    const known = values.get(foldName(name));
    if (known && value !== '') known.value += `, ${value}`;
    else if (name !== '' && value !== '') values.set(foldName(name), { name, value });
  }
  const kept = [...values.values()].slice(0, MAX_ATTRIBUTES);
  return kept.map(({ name, value }) => `${name}: ${shorten(value, MAX_ATTRIBUTE_VALUE)}`).join('; ');
}

/** Options for the importer's three: what is more is joined to the third. Without options, a product has one variant. */
export function toOptionCells(options: readonly NamedValue[]): Partial<Cells> {
  const given = options.filter(([, value]) => value !== '');
  if (given.length === 0) return { option1Name: 'Title', option1: DEFAULT_OPTION };
  const more = given.slice(2);
  const three = [...given.slice(0, 2), [more.map(([name]) => name).join(', '), more.map(([, value]) => value).join(', ')]];
  const [first = [], second = [], third = []] = three;
  return {
    option1Name: first[0] ?? '',
    option1: first[1] ?? '',
    option2Name: second[0] ?? '',
    option2: second[1] ?? '',
    option3Name: third[0] ?? '',
    option3: third[1] ?? '',
  };
}

/** Names for the column of collections or related products. */
export const toListCell = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replaceAll(';', ',').trim()))].filter(Boolean).join(';');

const gramsOfUnit: Record<string, number> = { kg: 1000, кг: 1000, g: 1, г: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523 };

/** A weight in a unit such as "kg" as whole grams. What is no number or unit stays, for the check that follows. */
export function toGramsCell(weight: string, unit: string): string {
  const value = Number(weight.replace(',', '.'));
  const factor = gramsOfUnit[unit.trim().toLowerCase()];
  return weight === '' || factor === undefined || Number.isNaN(value) ? weight : String(Math.round(value * factor));
}

/** A price of a system that writes no thousands separators: its decimals may stand after a comma. */
export const toPriceCell = (price: string): string => price.replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** An end of a sale without a time is the end of its day. */
const toSaleEnd = (date: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date} 23:59:59` : date);

/** A sale without dates is the price, and the regular one that to compare with; with dates it is a price for a time. */
export function toPriceCells(regular: string, sale: string, start = '', end = '') {
  if (sale === '' || (regular !== '' && (start !== '' || end !== '')))
    return { price: regular, compareAt: '', ...(sale !== '' && { salePrice: sale, saleStart: start, saleEnd: toSaleEnd(end) }) };
  return { price: sale, compareAt: regular };
}

/** The rate in the name of a tax: "gst-18" and "GST 18%" give "18"; '' for one that names no rate. */
export const toRateCell = (tax: string): string =>
  /^(?:i?gst|tax)?[-_ @]*(\d{1,2}(?:\.\d{1,2})?)(?:[-_ ]?(?:%|percent|gst))*$/i.exec(tax.trim())?.[1] ?? '';

/** The name of a category given by its path: "Clothes > Kurtas", "Default Category/Clothes/Kurtas", "/kurtas". */
export const lastOfPath = (path: string, separator: string): string => path.split(separator).at(-1)?.trim() ?? '';

/** The first letter as a capital, and "_" and "-" as spaces: "wash_care" → "Wash care". */
export function toLabel(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the character references that systems leave in names. */
export const decodeReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });

/** Short and long description as one: each is in paragraphs, by its own elements or by its line breaks. */
export const joinDescriptions = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => (/<(?:p|div|ul|ol|h\d|table|br|section|blockquote)\b/i.test(text) ? text : toParagraphs(text)))
    .join('\n');

const toParagraphs = (text: string): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .map((part) => `<p>${part.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
