import { formatAttributes, fromStoredAttributes } from '#api/services/catalogue/attributes.ts';
import type { PictureChange } from '#api/services/import/plan/complete-pictures.ts';
import { parseSaleText, type VariantPlan, type VariantRow } from '#api/services/import/plan/plan-variants.ts';
import type { StoredProduct } from '#api/services/import/plan/read-stored-products.ts';
import { formatRate } from '#api/services/invoices/calculate-tax.ts';
import { formatDateTime, formatDay } from '#lib/rules/dates.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';
import { foldName, formatNumber } from '#lib/rules/text.ts';
import type { CompleteProduct } from './complete-product.ts';

/** What a dry run says of one product. */
export interface ProductChange {
  slug: string;
  change: 'added' | 'changed' | 'withdrawn';
  /** Such as "price 899 → 999" and "brand emptied"; empty unless changed. */
  details: string[];
}

/** What an import does to one existing product. */
export interface Difference {
  details: string[];
  /** Whether it empties the description, brand, category or pictures. */
  isEmptied: boolean;
}

type Value = string | number | null | undefined;

const isEmpty = (value: Value): boolean => value === null || value === undefined || value === '';

/** 'brand "A" → "B"', or "brand emptied"; undefined when both are the same. */
function compare(label: string, before: Value, after: Value, format: (value: Value) => string): string | undefined {
  if (before === after || (isEmpty(before) && isEmpty(after))) return undefined;
  if (isEmpty(after)) return `${label} emptied`;
  return `${label} ${isEmpty(before) ? 'none' : format(before)} → ${format(after)}`;
}

const quote = (value: Value): string => `"${value}"`;
const plain = (value: Value): string => String(value);
/** "899" or "1,299.50". */
const rupees = (value: Value): string => formatNumber(Number(value) / 100).replace(/(\.\d)$/, '$10');
const rate = (value: Value): string => `${formatRate(Number(value))} %`;
const facts = (value: Value): string => quote(formatAttributes(fromStoredAttributes(String(value))));
const units = (value: Value): string => formatNumber(Number(value));

const grams = (value: Value): string => `${formatNumber(Number(value))} g`;

/** The compare-at price: an MRP above the price. */
const compareAt = ({ price, mrp }: Pick<VariantRow, 'price' | 'mrp'>): number | null => (mrp > price ? mrp : null);

/** A day for a sale from its start to its last second, else the time too, in Indian time. */
function formatSaleTime(time: string): string {
  const [day, full] = [formatDay(time), formatDateTime(time)];
  const isWholeDay = /(?:12:00\sam|11:59\spm)$/.test(full);
  return isWholeDay ? day : full.replaceAll('\u00a0', ' ');
}

/** "699 from 1 Dec 2026 to 5 Dec 2026". */
function formatSale(text: Value): string {
  const sale = parseSaleText(String(text));
  if (!sale) return 'none';
  const from = sale.startsAt && ` from ${formatSaleTime(sale.startsAt)}`;
  const to = sale.endsAt && ` to ${formatSaleTime(sale.endsAt)}`;
  return `${rupees(sale.price)}${from ?? ''}${to ?? ''}`;
}

function compareSale(before: string | null, after: string | null): string | undefined {
  if (before === after) return undefined;
  if (after === null) return 'sale removed';
  return before === null ? `sale ${formatSale(after)}` : `sale ${formatSale(before)} → ${formatSale(after)}`;
}

function compareVariant(before: VariantRow, after: VariantRow): string[] {
  if (after.active === 0) return ['withdrawn'];
  return [
    compare('option', before.product_variation, after.product_variation, quote),
    compare('SKU', before.sku, after.sku, quote),
    compare('price', before.price, after.price, rupees),
    compare('compare-at price', compareAt(before), compareAt(after), rupees),
    compareSale(before.sale, after.sale),
    compare('weight', before.grams, after.grams, grams),
    compare('stock', before.stock, after.stock, units),
    before.position === after.position ? undefined : 'moved',
    before.active === after.active ? undefined : 'back on sale',
  ].filter((text) => text !== undefined);
}

/** The changes of variants; those that all of a product's variants have in common are said once. */
function compareVariants(stored: readonly VariantRow[], { added, updated }: VariantPlan): string[] {
  const before = new Map(stored.map((row) => [row.id, row]));
  const onSale = stored.filter(({ active }) => active === 1).length;
  const changes = updated.flatMap((row) => {
    const old = before.get(row.id);
    const text = old ? compareVariant(old, row).join(', ') : '';
    return text ? [{ name: row.product_variation, text }] : [];
  });
  const [first] = changes;
  const isCommon = first && changes.length === onSale && changes.every(({ text }) => text === first.text);
  const texts = isCommon ? [first.text] : changes.map(({ name, text }) => (name ? `${name}: ${text}` : text));
  return [...texts, ...added.map(({ product_variation: name }) => `${name || 'one without options'}: added`)];
}

const pictureTexts: Record<PictureChange, string | undefined> = {
  none: undefined,
  emptied: 'pictures emptied',
  changed: 'pictures changed',
  texts: 'picture texts changed',
};

/** What is added and taken away; the order of collections is no change. */
function compareCollections(before: readonly string[], after: readonly string[]): string | undefined {
  if (before.length > 0 && after.length === 0) return 'collections emptied';
  const missingFrom = (others: readonly string[]) => {
    const known = new Set(others.map(foldName));
    return (name: string) => !known.has(foldName(name));
  };
  const changes = [
    ...after.filter(missingFrom(before)).map((name) => `+ "${name}"`),
    ...before.filter(missingFrom(after)).map((name) => `− "${name}"`),
  ];
  return changes.length > 0 ? `collections ${changes.join(', ')}` : undefined;
}

/** Compares a stored product with what the files make of it. */
export function describeDifference(
  { row, category, collections, seller }: StoredProduct,
  after: CompleteProduct,
  pictures: PictureChange,
  variants: { stored: readonly VariantRow[]; plan: VariantPlan },
): Difference {
  const { columns } = after;
  const isSameCategory = category.toLowerCase() === after.category.toLowerCase();
  const hasLostCategory = !isSameCategory && after.category === DEFAULT_CATEGORY;
  const emptied = {
    description: row.description !== '' && columns.description === '',
    brand: !isEmpty(row.brand) && isEmpty(columns.brand),
  };
  const description = row.description === columns.description ? undefined : 'description changed';
  const sellerOf = ({ kind, name }: StoredProduct['seller']) => `${name || 'the store'}, ${kind}`;
  const details = [
    row.active === 1 ? undefined : 'back on sale',
    compare('name', row.name, columns.name, quote),
    ...compareVariants(variants.stored, variants.plan),
    emptied.description ? 'description emptied' : description,
    compare('brand', row.brand, columns.brand, quote),
    isSameCategory ? undefined : hasLostCategory ? 'category emptied' : compare('category', category, after.category, quote),
    compareCollections(collections, after.collections),
    compare('tags', row.keywords, columns.keywords, quote),
    compare('option name', row.option_name, columns.option_name, quote),
    compare('seller', sellerOf(seller), sellerOf(after.seller), quote),
    compare('country of origin', row.country_of_origin, columns.country_of_origin, quote),
    compare('facts', row.attributes, columns.attributes, facts),
    compare('group', row.design_group, columns.design_group, quote),
    compare('size guide', row.size_guide, columns.size_guide, quote),
    compare('SEO title', row.seo_title, columns.seo_title, quote),
    compare('SEO description', row.seo_description, columns.seo_description, quote),
    compare('related products', row.related, columns.related, quote),
    compare('GST rate', row.gst_rate, columns.gst_rate, rate),
    compare('HSN', row.hsn, columns.hsn, plain),
    compare('first offered', row.created_at, after.createdAt ?? row.created_at, plain),
    pictureTexts[pictures],
  ].filter((text) => text !== undefined);
  return { details, isEmptied: emptied.description || emptied.brand || hasLostCategory || pictures === 'emptied' };
}
