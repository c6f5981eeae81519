import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { afterCommit, beforeCommit } from '#api/database/transaction-hooks.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const addSeller = (tx: Tx, name: string) => tx.insertInto('seller').values({ kind: 'retailer', name }).execute();

/** Returns the rows that another process sees. */
function committed(): string[] {
  const other = new DatabaseSync(databaseFile(shop.dataDir), { readOnly: true });
  const rows = other.prepare('SELECT name FROM seller ORDER BY id').all();
  other.close();
  return rows.map((row) => String(row['name']));
}

/** Stops the clock, so that all queued writes share one transaction on a slow machine too. */
function stopClock(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
}

test('queued writes are committed together, and resolve after the commit', async () => {
  stopClock();
  const seen: string[][] = [];
  const writes = ['a', 'b', 'c', 'd'].map((name) => shop.change((tx) => addSeller(tx, name)).then(() => seen.push(committed())));
  await Promise.all(writes);
  expect(seen).toEqual(Array.from({ length: 4 }, () => ['a', 'b', 'c', 'd']));
});

test('a failed write rolls back only its own changes', async () => {
  const breaks = async (tx: Tx): Promise<void> => {
    await addSeller(tx, 'broken');
    throw new Error('broken half way');
  };
  const outcomes = await Promise.allSettled([
    shop.change((tx) => addSeller(tx, 'before')),
    shop.change(breaks),
    shop.change((tx) => addSeller(tx, 'after')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['before', 'after']);
});

test('hooks before and after the commit run only for writes that succeed', async () => {
  stopClock();
  const done: string[] = [];
  const leave = (name: string, fails: boolean) =>
    write(shop.store.db, async (tx) => {
      beforeCommit(tx, 'note', async () => void done.push(`before ${name}`));
      afterCommit(tx, () => done.push(`after ${name}`));
      if (fails) throw new Error(name);
    });
  await Promise.allSettled([leave('first', false), leave('second', true), leave('third', false)]);
  expect(done).toEqual(['before first', 'before third', 'after first', 'after third']);
});

test('when the commit itself fails, all its writes fail and nothing is stored', async () => {
  stopClock();
  const outcomes = await Promise.allSettled([
    shop.change((tx) => addSeller(tx, 'innocent')),
    // Rolls back the shared transaction, as a full disk does.
    shop.change((tx) => sql`ROLLBACK`.execute(tx)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(committed()).toEqual([]);
  await shop.change((tx) => addSeller(tx, 'next'));
  expect(committed()).toEqual(['next']);
});

test('a process that writes continuously lets other processes write too', async () => {
  const other = new DatabaseSync(databaseFile(shop.dataDir), { timeout: 0 });
  onTestFinished(() => other.close());
  // Timeout in milliseconds, long enough for hundreds of turns.
  const tooLong = performance.now() + 10_000;
  let commits = 0;
  let turnsOfOther = 0;
  const goesOn = () => turnsOfOther < 5 && performance.now() < tooLong;
  const line = async (name: string): Promise<void> => {
    while (goesOn()) {
      await shop.change((tx) => addSeller(tx, `${name} ${commits}`));
      commits++;
    }
  };
  /** Tries to lock the file, and keeps the lock for some milliseconds. */
  const ask = async (): Promise<void> => {
    try {
      other.exec('BEGIN IMMEDIATE');
    } catch {
      return;
    }
    await sleep(5);
    other.exec('COMMIT');
    turnsOfOther++;
  };
  const waiting = async (): Promise<void> => {
    while (goesOn()) {
      await sleep(4);
      await ask();
    }
  };
  await Promise.all([line('a'), line('b'), waiting()]);

  expect(turnsOfOther).toBe(5);
});

test('a write outside a transaction waits for another process without blocking this one', async () => {
  const other = new DatabaseSync(databaseFile(shop.dataDir));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const writing = shop.store.db.insertInto('rate_limit').values({ key: 'k', points: 1, expire: null }).execute();
  await new Promise((next) => setImmediate(next));
  other.exec('COMMIT');
  await writing;
  expect(await shop.store.db.selectFrom('rate_limit').select('key').execute()).toEqual([{ key: 'k' }]);
});
