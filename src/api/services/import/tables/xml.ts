import { createReadStream } from 'node:fs';
import sax from 'sax';
import { readText } from './detect-encoding.ts';
import { xmlOptions } from './read-xml.ts';

/** Bounds of memory: the deepest element, and the most characters of one item. */
const MAX_DEPTH = 32;
const MAX_ITEM = 4_000_000;

/** The file is not well-formed XML, or larger than an export is. `line` is where; the message is a sentence without its full stop. */
export class MalformedXml extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A product or another entry of an XML file. */
export interface XmlItem {
  /** Where it starts, from 1. */
  line: number;
  /**
   * The texts of its elements by name with prefix, in the order of the file; '' for an element without text. Inner elements have a path
   * ("wp:postmeta/wp:meta_key") and attributes "category@domain": each at the place of its outer element, and '' where one lacks it.
   */
  fields: Map<string, string[]>;
}

const isUtf16 = (start: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const [a, b] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
};

const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;

async function readStart(path: string): Promise<Buffer> {
  for await (const chunk of createReadStream(path, { end: 1023 }) as AsyncIterable<Buffer>) return chunk;
  return Buffer.alloc(0);
}

/** The encoding of an XML file by its byte-order mark or declaration; undefined for files of another kind, web pages included. */
export async function findXmlEncoding(path: string): Promise<string | undefined> {
  const start = await readStart(path);
  const utf16 = isUtf16(start);
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(start).trimStart();
  if (!/^<(?:\?xml|!--|[\w:]+[\s>])/i.test(text) || /<(?:!doctype\s+)?html[\s>]/i.test(text)) return undefined;
  const name = utf16 ?? declared.exec(text)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

interface OpenElement {
  path: string;
  text: string;
}

/** Adds a value at `place`, after '' for the outer elements that lack it. */
function addField(fields: XmlItem['fields'], name: string, text: string, place = 0): void {
  const values = fields.get(name) ?? [];
  fields.set(name, values);
  while (values.length < place) values.push('');
  values.push(text.trim());
}

/** Gathers the items of one file from the parser's events. */
class ItemGatherer {
  readonly #itemNames: ReadonlySet<string>;
  readonly #parser = sax.parser(true, xmlOptions);
  readonly #found: XmlItem[] = [];
  #item: XmlItem | undefined;
  /** Elements that are open within the item, and their number outside it. */
  #open: OpenElement[] = [];
  #outside = 0;
  /** Characters of the item, or since the last element. */
  #size = 0;

  constructor(itemNames: ReadonlySet<string>) {
    this.#itemNames = itemNames;
    const parser = this.#parser;
    const addText = (text: string) => {
      const element = this.#open.at(-1);
      if (element) element.text += text;
    };
    parser.onerror = ({ message }) => this.#refuse(message.split('\n')[0] ?? '');
    parser.ondoctype = () => this.#refuse('A document type is declared, which exports do not have');
    parser.ontext = addText;
    parser.oncdata = addText;
    parser.onopentag = ({ name, attributes }) => this.#openElement(name, attributes as Record<string, string>);
    parser.onclosetag = () => this.#closeElement();
  }

  /** Reads the next part of the file and returns the items that end in it. */
  read(chunk: string): XmlItem[] {
    this.#size += chunk.length;
    this.#parser.write(chunk);
    if (this.#size > MAX_ITEM + chunk.length) this.#refuse('An entry is longer than that of a product');
    return this.#found.splice(0);
  }

  close(): void {
    this.#parser.close();
  }

  #refuse(message: string): never {
    throw new MalformedXml(this.#parser.line + 1, message);
  }

  #openElement(name: string, attributes: Record<string, string>): void {
    if (this.#outside + this.#open.length >= MAX_DEPTH) this.#refuse('Elements are inside each other without end');
    if (!this.#item) {
      this.#outside++;
      this.#size = 0;
      if (this.#itemNames.has(name)) this.#item = { line: this.#parser.line + 1, fields: new Map() };
      return;
    }
    const outer = this.#open.at(-1);
    const path = outer ? `${outer.path}/${name}` : name;
    const place = this.#item.fields.get(path)?.length ?? 0;
    for (const [attribute, value] of Object.entries(attributes)) {
      if (/^xmlns\b/.test(attribute)) continue;
      addField(this.#item.fields, `${path}@${attribute}`, value, place);
    }
    this.#open.push({ path, text: '' });
  }

  #closeElement(): void {
    const element = this.#open.pop();
    if (element && this.#item) {
      const outer = this.#open.at(-1);
      addField(this.#item.fields, element.path, element.text, outer ? this.#item.fields.get(outer.path)?.length : undefined);
      return;
    }
    this.#outside--;
    this.#size = 0;
    if (this.#item) this.#found.push(this.#item);
    this.#item = undefined;
  }
}

/** Characters that XML does not allow, which exports of old texts have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const disallowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Streams the elements with one of these names, such as "item" and "entry". Knows the five entities of XML and no others. `onBytes` is
 * called with the size of each chunk read. Throws `MalformedXml`.
 */
export async function* readXmlItems(
  path: string,
  itemNames: readonly string[],
  onBytes?: (bytes: number) => void,
): AsyncGenerator<XmlItem> {
  const gatherer = new ItemGatherer(new Set(itemNames));
  const encoding = (await findXmlEncoding(path)) ?? 'utf-8';
  for await (const chunk of readText(path, encoding, onBytes)) yield* gatherer.read(chunk.replace(disallowed, ''));
  gatherer.close();
}
