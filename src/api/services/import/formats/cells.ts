import { MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_VALUE } from '#api/services/catalogue/attributes.ts';
import { DEFAULT_OPTION } from '#api/services/import/read/column-names.ts';
import type { Cells } from '#api/services/import/read/match-columns.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { toRupees } from '#lib/rules/money.ts';
import { foldName } from '#lib/rules/text.ts';

/** Grams in one of the units that exports use. */
const gramsIn: Record<string, number> = {
  kg: 1000,
  кг: 1000,
  kilogram: 1000,
  g: 1,
  г: 1,
  gm: 1,
  gms: 1,
  gr: 1,
  gram: 1,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523,
};

/** A weight such as "0.25" or "0,25" in "kg" as whole grams; '' when it is zero, and as it is when it cannot be read. */
export function toGrams(weight: string, unit: string): string {
  const factor = gramsIn[unit.trim().toLowerCase()];
  const grams = Math.round(Number(weight.replace(',', '.')) * (factor ?? Number.NaN));
  if (weight === '' || grams === 0) return '';
  return Number.isNaN(grams) ? weight : String(grams);
}

/** The name of an option or fact with its value. */
export type NamedValue = readonly [name: string, value: string];

const shorten = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text);

/** Facts for the column of attributes: without what would be read as another fact, and no more or longer ones than a product can have. */
export function toFacts(facts: readonly NamedValue[]): string {
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

/** Sets a row's options to those with a value; without any, they are empty. */
export function setOptions(cells: Cells, options: readonly NamedValue[]): void {
  const blank = { option1Name: '', option1: '', option2Name: '', option2: '', option3Name: '', option3: '' };
  Object.assign(cells, blank, options.some(([, value]) => value !== '') && toOptionCells(options));
}

/** Parts of addresses that say nothing of the product: numbers, and names of scripts. */
const namesNothing = /^(?:\d*|index|products?|items?|p|dp|shop)$/i;

/** The last part of a web address that names its product, as "kurta" of "https://shop.example/kurta.html?variant=1"; '' without one. */
export function lastPathPart(address: string): string {
  const path = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(address.trim())?.[1] ?? '';
  const part = (path.split('/').filter(Boolean).at(-1) ?? '').replace(/\.(?:html?|php|aspx?)$/i, '');
  if (namesNothing.test(part)) return '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The percentage in a text such as "GST 12%" or "GST_APPAREL_12"; '' without one. */
export const findPercentage = (text: string): string => /(\d+(?:\.\d+)?)(?!.*\d)/.exec(text)?.[1] ?? '';

/** Stock that several variants share: it is divided, so that no more than there is can be sold. */
export function shareStock(stock: string, index: number, parts: number): string {
  const whole = Number(stock);
  if (stock === '' || !Number.isInteger(whole) || whole < 0) return stock;
  return String(Math.floor(whole / parts) + (index < whole % parts ? 1 : 0));
}

/** Whether an amount is there and not zero, as in "0.00". */
export const isAmount = (cell: string): boolean => /[1-9]/.test(toAsciiDigits(cell));

/** A price with another added to it, or taken off when `sign` is -1; as it is when one of them cannot be read. */
export function addPrices(price: string, other: string, sign: 1 | -1): string {
  const [paise, more] = [parsePrice(price), parsePrice(other)];
  return typeof paise === 'number' && typeof more === 'number' ? toRupees(Math.max(0, paise + sign * more)) : price;
}

/** A price less a percentage; as it is when one of them cannot be read. */
export function takeOff(price: string, percentage: string): string {
  const paise = parsePrice(price);
  const share = Number(percentage);
  return typeof paise === 'number' && share > 0 && share < 100 ? toRupees(Math.round(paise * (1 - share / 100))) : price;
}

/** Uses a price that counts now: the usual one becomes the one to compare with. */
export function reducePrice(cells: Cells, reduced: string): void {
  if (!isAmount(reduced)) return;
  if (!isAmount(cells.compareAt)) cells.compareAt = cells.price;
  cells.price = reduced;
}

/** Keeps a sale price with its days; one without days counts now, and nothing is kept of one that is zero. */
export function settleSale(cells: Cells): void {
  for (const column of ['saleStart', 'saleEnd'] as const) cells[column] = cells[column].replace(/^0000-00-00.*$/, '');
  const isTimed = cells.saleStart !== '' || cells.saleEnd !== '';
  if (isTimed && isAmount(cells.salePrice)) return;
  reducePrice(cells, isTimed ? '' : cells.salePrice);
  Object.assign(cells, { salePrice: '', saleStart: '', saleEnd: '' });
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A plain text as HTML, its lines as such; HTML stays as it is. */
export const toHtml = (text: string): string =>
  /<\w+[^>]*>/.test(text) ? text : text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign).replace(/\r?\n/g, '<br>');

/** The addresses of pictures in a cell; a comma within one stays. */
export const splitAddresses = (cell: string): string[] =>
  cell
    .split(/https?:\/\//i.test(cell) ? /,(?=\s*https?:\/\/)/i : ',')
    .map((address) => address.trim())
    .filter(Boolean);
