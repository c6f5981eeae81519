import { acceptedCodings, type DictionaryCoding } from '#server/http/accept-encoding.ts';
import type { AnswerWithBody } from './answer-headers.ts';
import type { BackgroundCompressor } from './background-compressor.ts';
import { compressWithDictionary, type Dictionary } from './compress-with-dictionary.ts';
import type { Dictionaries } from './offered-dictionaries.ts';
import type { ReadyHeaders } from './request-headers.ts';

/** Bodies that are kept per page. One takes about 2 KB after a similar page, 5 KB after another. */
const MAX_BODIES = 8;

/** A body compressed with a dictionary. */
interface BodyWithDictionary {
  coding: DictionaryCoding;
  dictionary: Dictionary;
  answer: AnswerWithBody;
  /** Number of times it was sent. */
  uses: number;
  /** Whether its strongest form is there or on its way. */
  isSettled: boolean;
}

interface BodiesOptions {
  /** Returns the uncompressed page. */
  readIdentity: () => Buffer;
  /** Creates the answer with a body. */
  answerWith: (coding: DictionaryCoding, body: Buffer) => AnswerWithBody;
}

/** A page's bodies that were compressed with the dictionaries of clients (RFC 9842): pages that they have. */
export class BodiesWithDictionary {
  readonly #options: BodiesOptions;
  /** By the name of the dictionary, oldest first. */
  readonly #bodies = new Map<string, BodyWithDictionary>();

  constructor(options: BodiesOptions) {
    this.#options = options;
  }

  /** Size of all bodies in bytes. */
  get byteLength(): number {
    return [...this.#bodies.values()].reduce((sum, { answer }) => sum + answer.body.length, 0);
  }

  /** The body compressed with the client's dictionary, if it exists. */
  find({ availableDictionary, acceptEncoding }: ReadyHeaders): BodyWithDictionary | undefined {
    if (availableDictionary === undefined) return undefined;
    const existing = this.#bodies.get(availableDictionary);
    return existing && acceptedCodings(acceptEncoding).dictionary.has(existing.coding) ? existing : undefined;
  }

  /** Compresses the page with the client's dictionary, if this server has it too and has time; returns whether it did. */
  compress({ availableDictionary, acceptEncoding }: ReadyHeaders, dictionaries: Dictionaries): boolean {
    if (availableDictionary === undefined || !acceptedCodings(acceptEncoding).dictionary.has('dcz')) return false;
    const dictionary = dictionaries.find(availableDictionary);
    if (!dictionary || !dictionaries.mayCompress()) return false;
    const { readIdentity, answerWith } = this.#options;
    const answer = answerWith('dcz', compressWithDictionary(readIdentity(), 'dcz', dictionary));
    this.#bodies.set(availableDictionary, { coding: 'dcz', dictionary, answer, uses: 0, isSettled: false });
    if (this.#bodies.size > MAX_BODIES) this.#bodies.delete(this.#bodies.keys().next().value as string);
    return true;
  }

  /** Replaces a body in `dcz` that was sent twice by one in `dcb`; returns whether it did. */
  async recompress(
    existing: BodyWithDictionary,
    { acceptEncoding }: ReadyHeaders,
    compressor: BackgroundCompressor,
  ): Promise<boolean> {
    if (existing.isSettled || existing.uses < 2) return false;
    existing.isSettled = true;
    if (!acceptedCodings(acceptEncoding).dictionary.has('dcb')) return false;
    const { readIdentity, answerWith } = this.#options;
    const smaller = await compressor.compressWithDictionary(readIdentity(), existing.dictionary);
    existing.isSettled = smaller !== undefined;
    if (!smaller || smaller.length >= existing.answer.body.length) return false;
    existing.coding = 'dcb';
    existing.answer = answerWith('dcb', smaller);
    return true;
  }
}
