import { insertInBatches } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { renewLease } from '#api/services/import/run/lease.ts';
import { commandPacing, runInBatches } from '#api/services/import/run/pacing.ts';
import type { ImportPlan, StagedItem } from './staged.ts';

/** Writes what an import is going to do into the staging table, in short transactions. Nobody sees any of it yet. */
export class StagingTable {
  readonly #db: Db;
  readonly #owner: string;
  #waiting: StagedItem[] = [];
  #count = 0;

  constructor(db: Db, owner: string) {
    this.#db = db;
    this.#owner = owner;
  }

  get count(): number {
    return this.#count + this.#waiting.length;
  }

  async add(items: readonly StagedItem[]): Promise<void> {
    this.#waiting.push(...items);
    await runInBatches(commandPacing, async (size) => {
      const some = this.#waiting.slice(0, size);
      if (some.length === 0) return false;
      const rows = some.map(({ slug, change }, i) => ({
        seq: this.#count + i + 1,
        slug,
        change: change && JSON.stringify(change),
      }));
      await write(this.#db, async (tx) => {
        await renewLease(tx, this.#owner);
        await insertInBatches(rows, (some) => tx.insertInto('import_item').values(some).execute());
      });
      this.#waiting = this.#waiting.slice(some.length);
      this.#count += some.length;
      return this.#waiting.length > 0;
    });
  }

  /** From here on the import is carried out, whatever becomes of this process. */
  async complete(plan: ImportPlan): Promise<void> {
    const ready = { state: 'applying', total: this.#count, done: 0, plan: JSON.stringify(plan) } as const;
    await write(this.#db, (tx) => renewLease(tx, this.#owner, ready));
  }
}
