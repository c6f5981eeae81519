import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';

/** Where a row starts. */
export type RowPosition = { file: string; line: number };

/** A product whose rows are still being read. */
export interface ProductInProgress {
  product: ImportedProduct;
  /** Where each variant (lower case) was first seen. */
  seen: Map<string, RowPosition>;
  /** The row that began it. */
  at: RowPosition;
  /** Its rows that were read without an error. */
  rows: number;
}

export interface SpooledProduct {
  /** Its position in the files, from 0. */
  seq: number;
  product: ImportedProduct;
  at: RowPosition;
  rows: number;
  /** Set by `setFingerprint`, else null. */
  fingerprint: string | null;
}

/** The most products in memory. The rows of a product are usually consecutive. */
const MAX_IN_MEMORY = 256;
const PAGE_SIZE = 200;

/** Stores the products of an import by slug: the most recently used in memory (LRU), the others in a scratch database. */
export class ProductSpool {
  readonly #order = new Map<string, number>();
  /** In LRU order, the least recently used first. */
  readonly #recent = new Map<string, ProductInProgress>();
  readonly #save: StatementSync;
  readonly #load: StatementSync;
  readonly #page: StatementSync;
  readonly #changedPage: StatementSync;
  readonly #setPrint: StatementSync;

  constructor(scratch: DatabaseSync) {
    scratch.exec('CREATE TABLE gathered (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, print TEXT)');
    this.#save = scratch.prepare(
      'INSERT INTO gathered (seq, body) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET body = excluded.body',
    );
    this.#load = scratch.prepare('SELECT body FROM gathered WHERE seq = ?');
    const page = (where: string) =>
      scratch.prepare(`SELECT seq, body, print FROM gathered WHERE seq > ?${where} ORDER BY seq LIMIT ${PAGE_SIZE}`);
    this.#page = page('');
    this.#changedPage = page(' AND print IS NOT NULL');
    this.#setPrint = scratch.prepare('UPDATE gathered SET print = ? WHERE seq = ?');
  }

  has(slug: string): boolean {
    return this.#order.has(slug);
  }

  add(entry: ProductInProgress): void {
    this.#order.set(entry.product.slug, this.#order.size);
    this.#cache(entry);
  }

  /** Returns a product. Changes to the object are saved. */
  get(slug: string): ProductInProgress | undefined {
    const seq = this.#order.get(slug);
    if (seq === undefined) return undefined;
    const recent = this.#recent.get(slug);
    const entry = recent ?? parseBody(this.#load.get(seq)?.['body']);
    if (recent) this.#recent.delete(slug);
    this.#cache(entry);
    return entry;
  }

  /** Writes the products in memory to the database. Call it after the last row and before `pages`. */
  flush(): void {
    for (const entry of this.#recent.values()) this.#write(entry);
    this.#recent.clear();
  }

  /** Saves a product that was changed after `flush`. */
  update({ seq, product, at, rows }: SpooledProduct): void {
    this.#save.run(seq, JSON.stringify({ product, at, rows, seen: [] }));
  }

  setFingerprint(seq: number, print: string): void {
    this.#setPrint.run(print, seq);
  }

  /** All products with variants, in the order of the files, in pages. */
  pages(): Generator<SpooledProduct[]> {
    return parsePages(this.#page);
  }

  /** As `pages`, but only products marked by `setFingerprint`. */
  changedPages(): Generator<SpooledProduct[]> {
    return parsePages(this.#changedPage);
  }

  #cache(entry: ProductInProgress): void {
    this.#recent.set(entry.product.slug, entry);
    if (this.#recent.size <= MAX_IN_MEMORY) return;
    const [oldest] = this.#recent.values();
    if (!oldest) return;
    this.#recent.delete(oldest.product.slug);
    this.#write(oldest);
  }

  #write(entry: ProductInProgress): void {
    this.#save.run(this.#order.get(entry.product.slug) ?? 0, JSON.stringify({ ...entry, seen: [...entry.seen] }));
  }
}

function parseBody(body: unknown): ProductInProgress {
  const { seen, ...entry } = JSON.parse(String(body)) as Omit<ProductInProgress, 'seen'> & { seen: [string, RowPosition][] };
  return { ...entry, seen: new Map(seen) };
}

function* parsePages(statement: StatementSync): Generator<SpooledProduct[]> {
  for (const page of readPages(statement)) {
    yield page.flatMap(({ seq, body, print }) => {
      const { product, at, rows } = parseBody(body);
      product.pictures.sort((a, b) => a.position - b.position);
      const isOffered = product.variants.length > 0;
      return isOffered ? [{ seq: Number(seq), product, at, rows, fingerprint: print as string | null }] : [];
    });
  }
}

/**
 * Reads all rows of a statement with keyset pagination. The statement takes the last `seq` as its parameter (`WHERE seq > ? ORDER BY seq
 * LIMIT …`) and selects `seq`.
 */
export function* readPages(statement: StatementSync): Generator<ReturnType<StatementSync['all']>> {
  for (let after = -1; ; ) {
    const rows = statement.all(after);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last['seq']);
    yield rows;
  }
}
