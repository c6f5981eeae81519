import type { DatabaseSync, StatementSync } from 'node:sqlite';

const PAGE = 100;

/** The pictures that an import takes, by what the files call them, with the reference of each once it was taken. Kept on disk. */
export class PictureList {
  readonly #want: StatementSync;
  readonly #set: StatementSync;
  readonly #get: StatementSync;
  readonly #page: StatementSync;
  readonly #count: StatementSync;

  constructor(scratch: DatabaseSync) {
    scratch.exec('CREATE TABLE picture (seq INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, reference TEXT)');
    this.#want = scratch.prepare('INSERT INTO picture (source) VALUES (?) ON CONFLICT (source) DO NOTHING');
    this.#set = scratch.prepare('UPDATE picture SET reference = ? WHERE source = ?');
    this.#get = scratch.prepare('SELECT reference FROM picture WHERE source = ?');
    this.#page = scratch.prepare(`SELECT seq, source FROM picture WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`);
    this.#count = scratch.prepare('SELECT count(*) AS wanted, count(reference) AS taken FROM picture');
  }

  add(source: string): void {
    this.#want.run(source);
  }

  setReference(source: string, reference: string): void {
    this.#set.run(reference, source);
  }

  /** The reference of a picture that was taken; undefined when it was refused or not wanted. */
  referenceOf(source: string): string | undefined {
    const reference = this.#get.get(source)?.['reference'];
    return typeof reference === 'string' ? reference : undefined;
  }

  counts(): { wanted: number; taken: number } {
    const row = this.#count.get();
    return { wanted: Number(row?.['wanted']), taken: Number(row?.['taken']) };
  }

  /** Every source, in the order they were wanted in, some at a time. */
  *pages(): Generator<string[]> {
    for (let after = 0; ; ) {
      const rows = this.#page.all(after);
      const last = rows.at(-1);
      if (!last) return;
      after = Number(last['seq']);
      yield rows.map(({ source }) => String(source));
    }
  }
}
