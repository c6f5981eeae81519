import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readPages } from '#api/services/import/read/product-spool.ts';

const PAGE_SIZE = 100;

/** The pictures of an import by their source in the files, with their references once stored. On disk, in the scratch database. */
export class PictureList {
  readonly #insert: StatementSync;
  readonly #set: StatementSync;
  readonly #refuse: StatementSync;
  readonly #get: StatementSync;
  readonly #page: StatementSync;
  readonly #count: StatementSync;

  constructor(scratch: DatabaseSync) {
    scratch.exec('CREATE TABLE picture (seq INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, reference TEXT, reason TEXT)');
    this.#insert = scratch.prepare('INSERT INTO picture (source) VALUES (?) ON CONFLICT (source) DO NOTHING');
    this.#set = scratch.prepare('UPDATE picture SET reference = ? WHERE source = ?');
    this.#refuse = scratch.prepare('UPDATE picture SET reason = ? WHERE source = ?');
    this.#get = scratch.prepare('SELECT reference, reason FROM picture WHERE source = ?');
    this.#page = scratch.prepare(`SELECT seq, source FROM picture WHERE seq > ? ORDER BY seq LIMIT ${PAGE_SIZE}`);
    this.#count = scratch.prepare('SELECT count(*) AS wanted, count(reference) AS taken FROM picture');
  }

  add(source: string): void {
    this.#insert.run(source);
  }

  setReference(source: string, reference: string): void {
    this.#set.run(reference, source);
  }

  refuse(source: string, reason: string): void {
    this.#refuse.run(reason, source);
  }

  /** Why a picture could not be stored; '' for any other. */
  reasonOf(source: string): string {
    return String(this.#get.get(source)?.['reason'] ?? '');
  }

  /** The reference of a stored picture; undefined when it was refused or is not on the list. */
  referenceOf(source: string): string | undefined {
    const reference = this.#get.get(source)?.['reference'];
    return typeof reference === 'string' ? reference : undefined;
  }

  counts(): { wanted: number; taken: number } {
    const row = this.#count.get();
    return { wanted: Number(row?.['wanted']), taken: Number(row?.['taken']) };
  }

  /** All sources in the order they were added, in pages. */
  *pages(): Generator<string[]> {
    for (const rows of readPages(this.#page)) yield rows.map(({ source }) => String(source));
  }
}
