import { insertInBatches } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { CategoryImageChange } from '#api/services/import/apply/category-images.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { commandPacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { renewLease } from '#api/services/import/run/lease.ts';
import type { ProductRecord } from '#api/services/import/undo/product-record.ts';

/** A picture of a product that could not be stored. */
export interface MissingPicture {
  source: string;
  /** Its places among the product's pictures in the file, from 0. */
  positions: number[];
  /** The names of the variants that show it; called so as the column that keeps them. */
  variations: string[];
  alt: string;
  reason: string;
}

/** A product of the files with its pictures stored, ready to be written. Stored as JSON in the staging table. */
export interface StagedProduct {
  product: ImportedProduct;
  /** The fingerprint to store (product-fingerprint.ts). */
  hash: string;
  /** The pictures that could be stored; null when they were stored before. When none could be, an existing product keeps its pictures. */
  pictures: { reference: string; alt: string }[] | null;
  /** The pictures that could not be stored, if any. */
  missing?: MissingPicture[];
  /** ISO 8601; an existing product keeps its own unless the file has one. */
  createdAt: string;
  /** Its slug in the database, if the files rename it. */
  renamedFrom?: string;
}

/** A product that gets its values from before an import back. */
export interface StagedRestore {
  restore: ProductRecord;
  /** The number of the record, which is deleted when it is applied. */
  seq: number;
}

/** A row of the staging table: a product to write or, when `change` is null, to withdraw from sale. */
export interface StagedItem {
  slug: string;
  change: StagedProduct | StagedRestore | null;
}

/** The steps after all staged products are applied. Stored as JSON. */
export interface ImportPlan {
  /** The owner's pictures of sub-categories, by lower-case name. */
  categories: [name: string, reference: string][];
  /** Pictures of sub-categories that came from products changed by this import. */
  dropped: string[];
  /** Set when an import is taken back: when it began, and the changes of sub-categories' pictures that undo its own. */
  undo?: { startedAt: string; images: CategoryImageChange[] };
}

/** Writes an import to the staging table, in short transactions. Shoppers do not see staged products. */
export class StagingTable {
  readonly #db: Db;
  readonly #owner: string;
  #queue: StagedItem[] = [];
  #count = 0;

  constructor(db: Db, owner: string) {
    this.#db = db;
    this.#owner = owner;
  }

  async add(items: readonly StagedItem[]): Promise<void> {
    this.#queue.push(...items);
    await runInBatches(commandPacing, async (size) => {
      const batch = this.#queue.slice(0, size);
      if (batch.length === 0) return false;
      const rows = batch.map(({ slug, change }, i) => ({
        seq: this.#count + i + 1,
        slug,
        change: change && JSON.stringify(change),
      }));
      await write(this.#db, async (tx) => {
        await renewLease(tx, this.#owner);
        await insertInBatches(rows, (values) => tx.insertInto('import_item').values(values).execute());
      });
      this.#queue = this.#queue.slice(batch.length);
      this.#count += batch.length;
      return this.#queue.length > 0;
    });
  }

  /** Marks the import as ready to apply. From now on, another process finishes it if this one dies. */
  async complete(plan: ImportPlan): Promise<void> {
    const progress = { state: 'applying', total: this.#count, done: 0, plan: JSON.stringify(plan) } as const;
    await write(this.#db, (tx) => renewLease(tx, this.#owner, progress));
  }
}
