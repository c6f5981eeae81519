import sax from 'sax';
import { NoCsv } from './detect-encoding.ts';
import { damagedFile } from './open-zip.ts';

/** Elements inside each other, and attributes of one element: more than any program writes. */
const MAX_DEPTH = 256;
const MAX_ATTRIBUTES = 1024;

/** Characters parsed at once. Bounds the memory of rows that wait to be read: a short reference can be to a long shared text. */
const PIECE = 2048;

/** Lines are counted, and no entities but the five of XML are known; the types lack the second. */
export const xmlOptions = { position: true, strictEntities: true };

/** What is done with the parts of an XML file. Names of elements are without their prefix, those of attributes as they are. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  /** Called several times for a long text. */
  text?(text: string): void;
  /** Whether the rest of the file is not needed. */
  isDone?(): boolean;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Streams an XML file through a handler, and yields what the handler emits. Nothing that the file names is opened, and none of its own
 * entities are known. Throws `NoCsv` for files that are not well-formed or that define a document type.
 */
export async function* readXml<Item = never>(
  chunks: AsyncIterable<Uint8Array>,
  start: (emit: (item: Item) => void) => XmlHandler,
): AsyncGenerator<Item> {
  const queue: Item[] = [];
  const handler = start((item) => queue.push(item));
  const parser = sax.parser(true, xmlOptions);
  let [depth, attributes] = [0, 0];
  const refuse = () => {
    throw new NoCsv(
      'is not as a spreadsheet program writes it: open it in Excel or Google Sheets, save it again and import that file',
    );
  };
  parser.onerror = () => {
    throw damagedFile();
  };
  parser.ondoctype = refuse;
  parser.onsgmldeclaration = refuse;
  parser.onopentagstart = () => {
    attributes = 0;
    if (++depth > MAX_DEPTH) refuse();
  };
  parser.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES) refuse();
  };
  const isDone = (): boolean => handler.isDone?.() ?? false;
  parser.onopentag = ({ name, attributes: values }) => {
    if (!isDone()) handler.open(withoutPrefix(name), values as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth--;
    if (!isDone()) handler.close?.(withoutPrefix(name));
  };
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    for (let start = 0; start < text.length; start += PIECE) {
      parser.write(text.slice(start, start + PIECE));
      yield* queue.splice(0);
      if (isDone()) return;
    }
  }
  parser.close();
  yield* queue;
}

/** Reads a small XML file whole, for the sake of its handler. */
export async function handleXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(chunks, () => handler));
}
