import { GROUPED_DIGITS } from '#api/services/import/read/parse-price.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

const count = new RegExp(`^(-?${GROUPED_DIGITS})(?:\\.0+)?\\s*(?:pcs?|pieces?|nos?|units?|sets?|pairs?|नग|पीस)?\\.?$`, 'iu');
const soldOut = /^(?:-+|nil|none|no|x|✗|✘|out of stock|sold out|not available|n\/a|na|खत्म|नहीं)$/iu;
const inStock = /^(?:yes|y|✓|✔|in stock|available|ok|हाँ|हां|है)$/iu;

/** Stock in words as digits: "10 pcs" is "10", "Sold out" is "0", and "In stock", which says no number, is empty. Undefined for other texts. */
export function readStockWords(cell: string): string | undefined {
  const text = toAsciiDigits(cell).trim();
  if (soldOut.test(text)) return '0';
  if (inStock.test(text)) return '';
  return count.exec(text)?.[1];
}

const size =
  /^(?:\d{0,2}x{0,4}[sl]|m|xs|x{1,4}s|small|medium|large|extra (?:small|large)|free ?size|one ?size|standard|uk ?\d{1,2}|eu ?\d{2}|us ?\d{1,2}|\d{1,2}(?:\.5)?|\d{1,2}\s*-\s*\d{1,2}\s*(?:y|yrs?|years?|m|months?)|\d{1,2}\s*(?:y|yrs?|years?|months?|inch|in|"|''))$/i;

/** Whether a text is a size of clothes or shoes. */
export const isSize = (text: string): boolean => size.test(toAsciiDigits(text).trim());

const letterSizes = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', '4xl', '5xl'];
const letterSize = (text: string): number => letterSizes.indexOf(text.toLowerCase().replace('2xl', 'xxl').replace('3xl', 'xxxl'));

/** The sizes of a range such as "S-XL" or "S to XL"; undefined for others: "2-4" is one size of children's clothes. */
function readRange(text: string): string[] | undefined {
  const ends = text.split(/\s*(?:-|–|to|से)\s*/iu);
  const [first = '', last = ''] = ends;
  const [from, to] = [letterSize(first), letterSize(last)];
  if (ends.length !== 2 || from < 0 || to <= from) return undefined;
  return letterSizes.slice(from, to + 1).map((name) => name.toUpperCase());
}

/**
 * The sizes in a cell such as "M", "S, M, L", "S/M/L", "S M L" or "S-XL"; undefined when it is something else. Two numbers with a slash, such
 * as "32/34", may be one size.
 */
export function readSizes(cell: string): string[] | undefined {
  const text = cell.trim();
  if (isSize(text)) return [text];
  if (/^\d+\s*\/\s*\d+$/.test(text)) return undefined;
  for (const separator of [/\s*[,;|/&+]\s*|\s+and\s+/i, /\s+/]) {
    const parts = text.split(separator).filter(Boolean);
    if (parts.length > 1 && parts.every(isSize)) return [...new Set(parts)];
  }
  return readRange(text);
}

/** An amount of a good, which grocers have columns for: "250 g", "1 kg", "500ml". */
export const isPack = (text: string): boolean =>
  /^\d+(?:[./]\d+)?\s*(?:g|gm|gms|grams?|kgs?|ml|l|ltr|litres?|pcs?|pack)\.?$/i.test(toAsciiDigits(text).trim());

/** The size that a column is called by, such as that of "Stock XL" and "Size 32"; undefined for other names. */
export function sizeOfHeader(name: string): string | undefined {
  const bare = name
    .replace(/\b(?:sizes?|stock|qty|quantity|pcs|price|rate|available|in|of|no)\b|[₹()[\]:]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return isSize(bare) || isPack(bare) ? bare : undefined;
}

/** The rate that a fraction means, as spreadsheets store percentages. */
export const fractions: Record<string, string> = {
  '0.03': '3',
  '0.05': '5',
  '0.12': '12',
  '0.18': '18',
  '0.28': '28',
  '0.4': '40',
};

/** A GST rate in percent: "5", "5%", "GST@5%", "IGST 5 %". Undefined for other texts. */
export const readTaxRate = (cell: string): string | undefined =>
  /^(?:(?:i?gst|tax)\s*@?\s*)?(0|0\.25|1\.5|3|5|12|18|28|40)(?:\.0+)?\s*%?$/i.exec(toAsciiDigits(cell).trim())?.[1];

const inGrams: Record<string, number> = { g: 1, kg: 1000, mg: 0.001 };

/** A weight in grams: "250", "250 gm", "1.2 kg"; `unit` is that of the column. Undefined for other texts. */
export function readWeight(cell: string, unit: 'g' | 'kg'): string | undefined {
  const found = /^(\d+(?:,\d{3})*(?:\.\d+)?)\s*(mg|g|gm|gms|gr|grams?|kgs?|kilos?|ग्राम|किलो)?\.?$/iu.exec(
    toAsciiDigits(cell).trim(),
  );
  if (!found) return undefined;
  const word = found[2]?.toLowerCase();
  const own = word === undefined ? unit : /^k|^कि/u.test(word) ? 'kg' : word === 'mg' ? 'mg' : 'g';
  return String(Math.round(Number(found[1]?.replaceAll(',', '')) * (inGrams[own] ?? 1)));
}

/** The pictures of a cell that has several, separated by commas, semicolons, bars, line breaks or spaces before an address. */
export const splitPictureCell = (cell: string): string[] =>
  cell
    .split(/\s*[|;\r\n]+\s*|\s*,\s*(?=https?:)|\s+(?=https?:)|(?<=\.(?:jpe?g|png|webp|gif|avif|heic))\s*,\s*/i)
    .map((part) => part.trim().replace(/,$/, ''))
    .filter(Boolean);
