import type { Column } from '#api/services/import/read/column-names.ts';
import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { parseJson } from '#lib/rules/text.ts';
import { recogniseColumn, recogniseFact } from './recognised-facts.ts';

/** "Wash care (product.metafields.custom.wash_care)": the name, the namespace and the key. */
const header = /^(.*?)\s*\(product\.metafields\.([\w-]+)\.([\w-]+)\)$/i;

/** Namespaces of apps whose values are no facts: recommendations, reviews, advertisements. */
const leftOut =
  /^(?:shopify--.*|reviews|mm-google-shopping|facebook|judgeme|loox|yotpo|stamped|okendo|spr|rivyo|ali_reviews|mc-facebook|seo|global)$/i;
/** Sizes are options of the variants. */
const sizeKey = /(?:^|-)size$/i;

const related = /^shopify--discovery--product_recommendation\.related_products$/i;

/** What a metafield column is: one of the importer's columns, or a fact by its name in the shop. */
export type Metafield = { column: Column } | { fact: string; isTaxonomy: boolean };

/** Reads the name of a metafield column of a product; undefined for other columns and for metafields that are not read. */
export function readMetafieldName(name: string): Metafield | undefined {
  const [, label = '', namespace = '', key = ''] = header.exec(name.trim()) ?? [];
  if (namespace === '') return undefined;
  const full = `${namespace}.${key}`;
  if (related.test(full)) return { column: 'related' };
  if (/^global\.title_tag$/i.test(full)) return { column: 'seoTitle' };
  if (/^global\.description_tag$/i.test(full)) return { column: 'seoDescription' };
  const isTaxonomy = namespace.toLowerCase() === 'shopify';
  if (leftOut.test(namespace) || (isTaxonomy && sizeKey.test(key))) return undefined;
  const shown = label.trim() || key.replaceAll(/[_-]+/g, ' ').trim();
  const column = recogniseColumn(shown) ?? recogniseColumn(key);
  if (column) return { column };
  const spelled = /^colou?r$/i.test(shown) ? 'Colour' : (recogniseFact(shown) ?? shown);
  const fact = spelled.replaceAll(/[:;\s]+/g, ' ').trim();
  return fact === '' ? undefined : { fact: `${fact[0]?.toUpperCase()}${fact.slice(1)}`, isTaxonomy };
}

/** Units of Shopify's measurements that are not written as they are named. */
const units: Readonly<Record<string, string>> = {
  millimeters: 'mm',
  centimeters: 'cm',
  meters: 'm',
  inches: 'in',
  feet: 'ft',
  grams: 'g',
  kilograms: 'kg',
  milliliters: 'ml',
  liters: 'l',
};

/** How deep texts of rich texts and lists are read. */
const MAX_DEPTH = 12;

/** The texts in a JSON value: of a rich text, a list or a measurement. */
function textsOf(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH || value === null || value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (Array.isArray(value)) return value.flatMap((part) => textsOf(part, depth + 1));
  const { type, children, value: own, unit } = value as Record<string, unknown>;
  if (Array.isArray(children)) {
    const isLine = children.some((child) => typeof child === 'object' && child !== null && 'value' in child);
    const texts = children.flatMap((child) => textsOf(child, depth + 1));
    return isLine ? [texts.join('')] : texts;
  }
  if (type === 'text' || unit !== undefined) {
    const shown = typeof unit === 'string' ? ` ${units[unit.toLowerCase()] ?? unit.toLowerCase()}` : '';
    return typeof own === 'string' || typeof own === 'number' ? [`${own}${shown}`] : [];
  }
  return [];
}

/** A text that names another thing instead of saying something: an id, or the address of a file. */
const isReference = (text: string): boolean => /^(?:gid:\/\/|https?:\/\/|shopify:\/\/)/i.test(text.trim());

/** Text without the tags and the entities that editors write. */
function withoutTags(text: string): string {
  if (!/<\/?[a-z][^<>]*>/i.test(text)) return text;
  return decodeReferences(text.replaceAll(/<\/?[a-z][^<>]*>/gi, ' '));
}

/** What the value of a metafield says in plain text; '' for references and what has no text. */
export function readMetafieldValue(cell: string, isTaxonomy = false): string {
  const text = cell.trim();
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 'Yes' : 'No';
  const parsed = /^[[{]/.test(text) ? parseJson(text) : undefined;
  const parts = parsed === undefined ? (isTaxonomy ? text.split(';') : [text]) : textsOf(parsed);
  const shown = parts
    .filter((part) => !isReference(part))
    .map((part) => (isTaxonomy ? part.replaceAll(/(?<=\p{L}{2})-(?=\p{L}{2})/gu, ' ') : part).trim())
    .filter(Boolean)
    .join(', ');
  if (!isTaxonomy) return withoutTags(shown).trim();
  return shown ? `${shown[0]?.toUpperCase()}${shown.slice(1)}` : '';
}
