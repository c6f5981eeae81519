import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ImportedProduct } from './product.ts';

/** Where a row begins. */
export type RowPosition = { file: string; line: number };

/** A product whose rows are still being read, and where each of its variations (lowercased) was first seen. */
export interface ProductInProgress {
  product: ImportedProduct;
  seen: Map<string, RowPosition>;
}

/** A product of the files, with its place among them (from 0) and its fingerprint where `setPrint` gave one. */
export interface SpooledProduct {
  seq: number;
  product: ImportedProduct;
  fingerprint: string | null;
}

/** Products kept in memory at a time. Rows of one product mostly follow one another. */
const IN_MEMORY = 256;
const PAGE = 200;

/** Keeps the products of an import by slug. Those that were not touched for long are written to a scratch database. */
export class ProductSpool {
  readonly #order = new Map<string, number>();
  /** The one touched longest ago comes first. */
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
      scratch.prepare(`SELECT seq, body, print FROM gathered WHERE seq > ?${where} ORDER BY seq LIMIT ${PAGE}`);
    this.#page = page('');
    this.#changedPage = page(' AND print IS NOT NULL');
    this.#setPrint = scratch.prepare('UPDATE gathered SET print = ? WHERE seq = ?');
  }

  has(slug: string): boolean {
    return this.#order.has(slug);
  }

  add(open: ProductInProgress): void {
    this.#order.set(open.product.slug, this.#order.size);
    this.#keep(open);
  }

  /** The product as it is so far; changes to the object are kept. */
  get(slug: string): ProductInProgress | undefined {
    const seq = this.#order.get(slug);
    if (seq === undefined) return undefined;
    const recent = this.#recent.get(slug);
    const open = recent ?? read(this.#load.get(seq)?.['body']);
    if (recent) this.#recent.delete(slug);
    this.#keep(open);
    return open;
  }

  /** Writes out what is in memory. To be called when all rows were read, before `pages`. */
  flush(): void {
    for (const open of this.#recent.values()) this.#write(open);
    this.#recent.clear();
  }

  /** Marks a product as changed and keeps its fingerprint. */
  setFingerprint(seq: number, print: string): void {
    this.#setPrint.run(print, seq);
  }

  /** All products that have something to buy, in the order of the files, some at a time. */
  pages(): Generator<SpooledProduct[]> {
    return pagesOf(this.#page);
  }

  /** As `pages`, but only those that `setPrint` marked. */
  changedPages(): Generator<SpooledProduct[]> {
    return pagesOf(this.#changedPage);
  }

  #keep(open: ProductInProgress): void {
    this.#recent.set(open.product.slug, open);
    if (this.#recent.size <= IN_MEMORY) return;
    const [oldest] = this.#recent.values();
    if (!oldest) return;
    this.#recent.delete(oldest.product.slug);
    this.#write(oldest);
  }

  #write(open: ProductInProgress): void {
    this.#save.run(this.#order.get(open.product.slug) ?? 0, JSON.stringify({ ...open, seen: [...open.seen] }));
  }
}

function read(body: unknown): ProductInProgress {
  const { product, seen } = JSON.parse(String(body)) as { product: ImportedProduct; seen: [string, RowPosition][] };
  return { product, seen: new Map(seen) };
}

function* pagesOf(statement: StatementSync): Generator<SpooledProduct[]> {
  for (let after = -1; ; ) {
    const rows = statement.all(after);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last['seq']);
    yield rows.flatMap(({ seq, body, print }) => {
      const { product } = read(body);
      product.pictures.sort((a, b) => a.position - b.position);
      return product.variants.length > 0 ? [{ seq: Number(seq), product, fingerprint: print as string | null }] : [];
    });
  }
}
