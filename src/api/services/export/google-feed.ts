import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { escapeFormula } from '#api/services/import/tables/read-csv.ts';

/** The shop's product feed could not be read. */
export class FeedUnavailable extends Error {}

/** How long one file of the feed may take, in milliseconds: a large one is rendered for minutes. */
const FEED_TIMEOUT_MS = 300_000;

/** One file of the feed that the shop serves, counted from 1; undefined past the last one. Throws `FeedUnavailable`. */
async function fetchFeedFile(site: string, file: number): Promise<string | undefined> {
  const url = new URL(file === 1 ? '/feed.xml' : `/feed-${file}.xml`, site);
  let response: Response;
  try {
    response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(FEED_TIMEOUT_MS) });
  } catch {
    throw new FeedUnavailable(`The shop does not answer at ${url.origin}`);
  }
  const isFeed = response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('application/xml');
  if (isFeed) return response.text();
  await response.body?.cancel();
  if (file > 1 && response.status < 500) return undefined;
  throw new FeedUnavailable(`${url} answers ${response.status}`);
}

/** The files of the feed, each split into what is before its items, the items, and what is after them. */
async function* readFeed(site: string): AsyncGenerator<{ head: string; items: string[]; tail: string }> {
  for (let file = 1; ; file++) {
    const document = await fetchFeedFile(site, file);
    if (document === undefined) return;
    const [first, end] = [document.indexOf('<item>'), document.lastIndexOf('</item>') + '</item>'.length];
    const items = first < 0 ? [] : document.slice(first, end).split(/(?<=<\/item>)\s*(?=<item>)/);
    const tail = document.indexOf('</channel>');
    yield { head: document.slice(0, first < 0 ? tail : first), items, tail: document.slice(first < 0 ? tail : end) };
  }
}

/** Columns of Google's text feed (https://support.google.com/merchants/answer/7052112). */
const columns = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'brand',
  'gtin',
  'identifier_exists',
  'condition',
  'product_type',
  'item_group_id',
  'color',
  'size',
  'shipping',
] as const;

/** A cell without the separators of the format, safe from formulas. */
const formatCell = (text: string): string => escapeFormula(text.replace(/[\t\r\n]+/g, ' ').trim());

/** The line of an item: repeated fields are joined by commas, and shipping is country:region:service:price. */
function toLine(item: string): string {
  const shipping = /<g:shipping>(.*?)<\/g:shipping>/s.exec(item)?.[1] ?? '';
  const ofShipping = (name: string): string => new RegExp(`<g:${name}>(.*?)</g:${name}>`, 's').exec(shipping)?.[1] ?? '';
  const fields = Map.groupBy(
    item.replace(/<g:shipping>.*?<\/g:shipping>/s, '').matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs),
    ([, name]) => name,
  );
  const cells = columns.map((column) => {
    if (column === 'shipping') return shipping ? `${ofShipping('country')}:::${ofShipping('price')}` : '';
    const texts = (fields.get(column) ?? []).map(([, , text = '']) => decodeReferences(text));
    return (texts.length > 1 ? texts.map((text) => text.replaceAll(',', '%2C')) : texts).join(',');
  });
  return `${cells.map(formatCell).join('\t')}\n`;
}

/**
 * Streams the product feed for Google Merchant Center that the shop serves at `site`, all its files in one, to `write`: as XML, or as text
 * with tabs. Returns the number of items. Throws `FeedUnavailable`.
 */
export async function exportGoogleFeed(
  site: string,
  as: 'xml' | 'tsv',
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  let end = '';
  for await (const { head, items, tail } of readFeed(site)) {
    if (count === 0 && end === '') await write(as === 'xml' ? head : `${columns.join('\t')}\n`);
    end = tail;
    count += items.length;
    if (items.length > 0) await write(as === 'xml' ? `${items.join('\n')}\n` : items.map(toLine).join(''));
  }
  if (as === 'xml') await write(end);
  return count;
}
