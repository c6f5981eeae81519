import { isWxr, readWxr } from '#api/services/import/formats/woocommerce/read-wxr.ts';
import { NoCsv } from './detect-encoding.ts';
import { type CsvRow, MalformedCsv } from './read-csv.ts';
import { MalformedXml, readXmlItems, type XmlItem } from './xml.ts';

/** The elements that are products in RSS and Atom. */
const ENTRIES = ['item', 'entry'];

/** The elements of which an entry has several; of others, the first counts. */
const LISTS = /^(?:g:)?additional_image_link$/;

/** What Atom calls elements of RSS. */
const atomNames: Record<string, string> = { content: 'description', summary: 'description' };

/** The cells of an entry: its elements without inner ones, by their names in Google's TSV. Those with the prefix g are preferred. */
function readEntry({ fields }: XmlItem): Map<string, string> {
  const cells = new Map<string, string>();
  const put = (name: string, texts: readonly string[]) => {
    const plain = name.replace(/^g:/, '');
    const column = atomNames[plain] ?? plain;
    const filled = texts.filter(Boolean);
    const text = LISTS.test(name) ? filled.join(',') : (filled[0] ?? '');
    if (text !== '' && (name.startsWith('g:') || !cells.has(column))) cells.set(column, text);
  };
  for (const [name, texts] of fields) if (!/[/@]/.test(name)) put(name, texts);
  put('link', fields.get('link@href') ?? []);
  return cells;
}

/**
 * Streams a product feed in XML (RSS 2.0 or Atom with Google's names) as a table with the columns of Google's TSV, and an
 * export of WordPress as one with those of WooCommerce. Reads the file twice, for
 * its columns first. `onBytes` is called with the size of each chunk, once. Throws `MalformedCsv`, and `NoCsv` for a file without entries.
 */
export async function* readFeed(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<CsvRow> {
  const names = new Set<string>();
  try {
    if (await isWxr(path)) {
      yield* readWxr(path, onBytes);
      return;
    }
    for await (const item of readXmlItems(path, ENTRIES)) for (const name of readEntry(item).keys()) names.add(name);
  } catch (error) {
    if (error instanceof MalformedXml) throw new MalformedCsv(error.line, error.message);
    throw error;
  }
  if (names.size === 0)
    throw new NoCsv('is an XML file without products of a feed (the elements item or entry): export the products as CSV instead');
  const header = [...names];
  yield { line: 1, cells: header };
  for await (const item of readXmlItems(path, ENTRIES, onBytes)) {
    const cells = readEntry(item);
    yield { line: item.line, cells: header.map((name) => cells.get(name) ?? '') };
  }
}
