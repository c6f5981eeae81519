import { createReadStream } from 'node:fs';
import { seenMeta } from '#api/services/import/formats/woocommerce/woo-cells.ts';
import { readXmlItems, type XmlItem } from '#api/services/import/tables/xml.ts';
import type { TableRow } from '../format.ts';
import { toLabel } from '../grouped/cell-texts.ts';
import { type PhpValue, readPhpSerialised } from './php-serialised.ts';

/** What is known of the whole file before its products are read. */
interface Site {
  /** Addresses of pictures by their id. */
  pictures: Map<string, string>;
  /** Categories and values of attributes by "taxonomy/slug". */
  terms: Map<string, { name: string; parent: string }>;
  /** Ids of products that count the stock of their variants. */
  counted: Set<string>;
  /** The most attributes of a product. */
  attributes: number;
}

interface Attribute {
  name: string;
  values: string[];
  isVisible: boolean;
}

const publishedCells: Record<string, string> = { publish: '1', private: '0', draft: '-1', pending: '2' };
const backorderCells: Record<string, string> = { yes: '1', notify: 'notify' };

/** Whether a file is an export of WordPress. */
export async function isWxr(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 8191 }) as AsyncIterable<Buffer>)
    return chunk.toString('latin1').includes('wordpress.org/export/');
  return false;
}

const first = ({ fields }: XmlItem, name: string): string => fields.get(name)?.[0] ?? '';

/** The fields of a post, of which the last with a name counts, as in WordPress. */
function readMeta({ fields }: XmlItem): Map<string, string> {
  const values = fields.get('wp:postmeta/wp:meta_value') ?? [];
  return new Map((fields.get('wp:postmeta/wp:meta_key') ?? []).map((key, at) => [key, values[at] ?? '']));
}

function listTerms({ fields }: XmlItem): { taxonomy: string; slug: string; name: string }[] {
  const [taxonomies = [], slugs = []] = [fields.get('category@domain'), fields.get('category@nicename')];
  return (fields.get('category') ?? []).map((name, at) => ({ taxonomy: taxonomies[at] ?? '', slug: slugs[at] ?? '', name }));
}

const isProduct = (type: string): boolean => type === 'product' || type === 'product_variation';

async function readSite(path: string): Promise<Site> {
  const site: Site = { pictures: new Map(), terms: new Map(), counted: new Set(), attributes: 0 };
  for await (const item of readXmlItems(path, ['item', 'wp:term', 'wp:category'])) {
    const slug = first(item, 'wp:term_slug');
    if (slug !== '') {
      const term = { name: first(item, 'wp:term_name'), parent: first(item, 'wp:term_parent') };
      site.terms.set(`${first(item, 'wp:term_taxonomy')}/${slug}`, term);
    }
    const type = first(item, 'wp:post_type');
    if (type === 'attachment') site.pictures.set(first(item, 'wp:post_id'), first(item, 'wp:attachment_url'));
    if (!isProduct(type)) continue;
    for (const term of listTerms(item)) {
      const key = `${term.taxonomy}/${term.slug}`;
      if (!site.terms.has(key)) site.terms.set(key, { name: term.name, parent: '' });
    }
    const meta = readMeta(item);
    if (meta.get('_manage_stock') === 'yes') site.counted.add(first(item, 'wp:post_id'));
    site.attributes = Math.max(site.attributes, listAttributes(item, meta, site).length);
  }
  return site;
}

const textOf = (value: PhpValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** "pa_size" → "Size": the file does not have the names of attributes that products share. */
const attributeName = (key: string): string => (key.startsWith('pa_') ? toLabel(key.slice(3)) : key);

/** Attributes of a product from its field and its terms; those of a variant from a field each, '' for any value. */
function listAttributes(item: XmlItem, meta: ReadonlyMap<string, string>, site: Site): Attribute[] {
  if (first(item, 'wp:post_type') === 'product_variation')
    return [...meta]
      .filter(([key]) => key.startsWith('attribute_'))
      .map(([field, value]) => {
        const key = field.replace('attribute_', '');
        const name = site.terms.get(`${key}/${value}`)?.name ?? value;
        return {
          name: key.startsWith('pa_') ? attributeName(key) : toLabel(decodeSlug(key)),
          values: [name].filter(Boolean),
          isVisible: false,
        };
      });
  const listed = readPhpSerialised(meta.get('_product_attributes') ?? '');
  const terms = listTerms(item);
  return (Array.isArray(listed) ? listed : []).flatMap(([key, entry]) => {
    if (!Array.isArray(entry)) return [];
    const parts = new Map(entry);
    const ofTerms = terms.filter(({ taxonomy }) => taxonomy === decodeSlug(key)).map(({ name }) => name);
    const own = textOf(parts.get('value'))
      .split('|')
      .map((value) => value.trim())
      .filter(Boolean);
    const name = key.startsWith('pa_') ? attributeName(decodeSlug(key)) : toLabel(textOf(parts.get('name')));
    return [{ name, values: key.startsWith('pa_') ? ofTerms : own, isVisible: textOf(parts.get('is_visible')) !== '0' }];
  });
}

/** Slugs of other scripts are percent-encoded. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const joinList = (values: readonly string[]): string => values.map((value) => value.replaceAll(',', '\\,')).join(', ');

/** Seconds since 1970 as a date; '' for none. */
const toDate = (seconds: string): string => (/^\d{5,11}$/.test(seconds) ? new Date(Number(seconds) * 1000).toISOString() : '');

const listIds = (serialised: string | undefined): string[] => {
  const ids = readPhpSerialised(serialised ?? '');
  return Array.isArray(ids) ? ids.map(([, id]) => `id:${textOf(id)}`) : [];
};

/** The path of a category, from the terms that the file has: "Clothes > Kurtas". */
function categoryPath({ taxonomy, slug, name }: { taxonomy: string; slug: string; name: string }, terms: Site['terms']): string {
  const path = [name];
  for (let at = terms.get(`${taxonomy}/${slug}`); at?.parent && path.length < 8; ) {
    at = terms.get(`${taxonomy}/${at.parent}`);
    if (at) path.unshift(at.name);
  }
  return path.join(' > ');
}

function stockCell(item: XmlItem, meta: ReadonlyMap<string, string>, site: Site): string {
  if (meta.get('_manage_stock') === 'yes') return meta.get('_stock') ?? '';
  return site.counted.has(first(item, 'wp:post_parent')) ? 'parent' : '';
}

/** The cells of a product by their columns; of any item they are the same columns in the same order. */
function readCells(item: XmlItem, site: Site): Record<string, string> {
  const meta = readMeta(item);
  const get = (key: string) => meta.get(key) ?? '';
  const terms = listTerms(item);
  const of = (domain: string) => terms.filter(({ taxonomy }) => taxonomy === domain);
  const isVariantRow = first(item, 'wp:post_type') === 'product_variation';
  const status = first(item, 'wp:status');
  const hidden = of('product_visibility').filter(({ slug }) => /^exclude-from-(?:catalog|search)$/.test(slug));
  const pictures = [get('_thumbnail_id'), ...get('_product_image_gallery').split(',')].map(
    (id) => site.pictures.get(id.trim()) ?? '',
  );
  const own = listAttributes(item, meta, site);
  const attributes = Array.from({ length: site.attributes }, (_, at) => [
    [`Attribute ${at + 1} name`, own[at]?.name ?? ''],
    [`Attribute ${at + 1} value(s)`, joinList(own[at]?.values ?? [])],
    [`Attribute ${at + 1} visible`, own[at] ? (own[at].isVisible ? '1' : '0') : ''],
  ]);
  return {
    ID: first(item, 'wp:post_id'),
    Type: isVariantRow ? 'variation' : of('product_type')[0]?.slug || 'simple',
    SKU: get('_sku'),
    'GTIN, UPC, EAN, or ISBN': get('_global_unique_id'),
    Name: first(item, 'title'),
    Slug: isVariantRow ? '' : decodeSlug(first(item, 'wp:post_name')),
    // Drafts have an address by their id only.
    Link: isVariantRow || /[?]/.test(first(item, 'link')) ? '' : first(item, 'link'),
    Published: publishedCells[status] ?? status,
    'Visibility in catalog': hidden.length > 1 ? 'hidden' : 'visible',
    'Short description': isVariantRow ? '' : first(item, 'excerpt:encoded'),
    Description: isVariantRow ? '' : first(item, 'content:encoded'),
    'Date sale price starts': toDate(get('_sale_price_dates_from')),
    'Date sale price ends': toDate(get('_sale_price_dates_to')),
    'Tax class': get('_tax_class'),
    'In stock?': get('_stock_status') === 'outofstock' ? '0' : '1',
    Stock: stockCell(item, meta, site),
    'Backorders allowed?': backorderCells[get('_backorders')] ?? '0',
    'Weight (kg)': get('_weight'),
    'Length (cm)': get('_length'),
    'Width (cm)': get('_width'),
    'Height (cm)': get('_height'),
    'Sale price': get('_sale_price'),
    'Regular price': get('_regular_price') || (get('_sale_price') === '' ? get('_price') : ''),
    Categories: joinList(of('product_cat').map((term) => categoryPath(term, site.terms))),
    Tags: joinList(of('product_tag').map(({ name }) => name)),
    Images: joinList(pictures.filter(Boolean)),
    Parent: isVariantRow ? `id:${first(item, 'wp:post_parent')}` : '',
    Upsells: listIds(meta.get('_upsell_ids')).join(', '),
    'Cross-sells': listIds(meta.get('_crosssell_ids')).join(', '),
    Brands: joinList(of('product_brand').map(({ name }) => name)),
    ...Object.fromEntries(attributes.flat()),
    ...Object.fromEntries(seenMeta.map((key) => [`Meta: ${key}`, get(key)])),
  };
}

/**
 * Streams the products of a WordPress export (WXR) as a table with the columns of WooCommerce's product export, and their slugs. Reads the
 * file twice, for pictures and terms first. `onBytes` is called with the size of each chunk, once. Throws `MalformedXml`.
 */
export async function* readWxr(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<TableRow> {
  const site = await readSite(path);
  yield { line: 1, cells: Object.keys(readCells({ line: 1, fields: new Map() }, site)) };
  for await (const item of readXmlItems(path, ['item'], onBytes)) {
    if (!isProduct(first(item, 'wp:post_type'))) continue;
    yield { line: item.line, cells: Object.values(readCells(item, site)) };
  }
}
