/** A value of PHP: arrays are entries with their keys as texts. */
export type PhpValue = string | number | boolean | null | [key: string, value: PhpValue][];

/** Nested arrays that are read. */
const MAX_DEPTH = 8;

class PhpParser {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }

  read(depth = 0): PhpValue {
    const kind = String.fromCharCode(this.#bytes[this.#at] ?? 0);
    this.#at += 2;
    if (kind === 'N') return null;
    if (kind === 'b') return this.#until(';') === '1';
    if (kind === 'i' || kind === 'd') return Number(this.#until(';'));
    const length = Number(this.#until(':'));
    if (!Number.isInteger(length) || length < 0 || length > this.#bytes.length || depth > MAX_DEPTH) throw new SyntaxError();
    if (kind === 's') return this.#readText(length);
    if (kind !== 'a') throw new SyntaxError();
    this.#at++;
    const entries = Array.from({ length }, (): [string, PhpValue] => [String(this.read(depth + 1)), this.read(depth + 1)]);
    this.#at++;
    return entries;
  }

  /** Lengths of texts are in bytes. */
  #readText(length: number): string {
    const text = this.#bytes.subarray(this.#at + 1, this.#at + 1 + length).toString();
    this.#at += length + 3;
    return text;
  }

  #until(sign: string): string {
    const end = this.#bytes.indexOf(sign, this.#at);
    if (end < 0) throw new SyntaxError();
    const text = this.#bytes.subarray(this.#at, end).toString();
    this.#at = end + 1;
    return text;
  }
}

/** Reads what PHP's `serialize` wrote, without its objects; undefined for damaged and other texts. */
export function readPhpSerialised(text: string): PhpValue | undefined {
  try {
    return new PhpParser(text).read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
