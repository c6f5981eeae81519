import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { HistoryRow } from '#api/services/history/named-columns.ts';
import type { RowError } from '#api/services/import/read/imported-product.ts';
import { commandPacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Bad rows that are named; the others are counted. */
const MAX_NAMED_ROWS = 1000;

export interface HistoryCounts {
  added: number;
  changed: number;
  unchanged: number;
}

export interface HistorySummary extends HistoryCounts {
  outcome: 'imported' | 'dry run' | 'refused';
  /** Customers or orders of the file, without bad ones. */
  found: number;
  /** Those whose contact or number an earlier one of the file has, which counts. */
  repeated: number;
  badRows: RowError[];
  badRowCount: number;
}

export interface HistoryOptions {
  dryRun?: boolean | undefined;
  skipBad?: boolean | undefined;
}

/** Counts what rows change of those that are stored by `keyOf`, and returns those that are to be written. */
export function compareRows<Row extends object>(
  rows: readonly Row[],
  stored: ReadonlyMap<string, Row>,
  keyOf: (row: Row) => string,
): { counts: HistoryCounts; changed: (Row & { imported_at: string })[] } {
  const counts: HistoryCounts = { added: 0, changed: 0, unchanged: 0 };
  const imported_at = isoNow();
  const changed = rows.flatMap((row) => {
    const before = stored.get(keyOf(row));
    const isSame = before !== undefined && (Object.keys(row) as (keyof Row)[]).every((key) => row[key] === before[key]);
    counts[before === undefined ? 'added' : isSame ? 'unchanged' : 'changed']++;
    return isSame ? [] : [{ ...row, imported_at }];
  });
  return { counts, changed };
}

interface HistorySource<Entity> {
  read: () => AsyncGenerator<HistoryRow<Entity>>;
  /** Called for each row that repeats the key of an earlier one, which counts; returns the end of an error sentence when neither can be imported. */
  onRepeated: (entity: Entity, key: string) => string | undefined;
  /** Counts what a batch would change, and writes it unless the run is dry. */
  store: (db: Db | Tx, batch: readonly Entity[], dryRun: boolean) => Promise<HistoryCounts>;
}

const isGood = <Entity>(row: HistoryRow<Entity>): row is Extract<HistoryRow<Entity>, { key: string }> => 'key' in row;

/** Reads the whole file once, so that nothing is written when something is wrong with it. `spoiled` are the keys of what cannot be imported. */
async function check<Entity>({
  read,
  onRepeated,
}: HistorySource<Entity>): Promise<{ summary: HistorySummary; spoiled: Set<string> }> {
  const summary: HistorySummary = {
    outcome: 'imported',
    found: 0,
    repeated: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    badRows: [],
    badRowCount: 0,
  };
  const record = (bad: RowError): void => {
    summary.badRowCount++;
    if (summary.badRows.length < MAX_NAMED_ROWS) summary.badRows.push(bad);
  };
  const keys = new Set<string>();
  const spoiled = new Set<string>();
  for await (const row of read()) {
    if (!isGood(row)) {
      record(row);
      continue;
    }
    const reason = keys.has(row.key) ? onRepeated(row.entity, row.key) : undefined;
    if (reason) {
      record({ line: row.line, column: row.key, reason });
      spoiled.add(row.key);
      continue;
    }
    summary.found++;
    if (keys.has(row.key)) summary.repeated++;
    keys.add(row.key);
  }
  return { summary, spoiled };
}

async function* firstOfEach<Entity>(
  rows: AsyncGenerator<HistoryRow<Entity>>,
  spoiled: ReadonlySet<string>,
): AsyncGenerator<Entity> {
  const keys = new Set(spoiled);
  for await (const row of rows) {
    if (!isGood(row) || keys.has(row.key)) continue;
    keys.add(row.key);
    yield row.entity;
  }
}

/**
 * Imports customers or orders of a former shop in short transactions; imports that run at once take turns. Writes nothing when there are bad
 * rows, unless `skipBad`. Repeating it changes nothing.
 */
export async function importHistory<Entity>(
  db: Db,
  source: HistorySource<Entity>,
  { dryRun = false, skipBad = false }: HistoryOptions,
): Promise<HistorySummary> {
  const { summary, spoiled } = await check(source);
  if (summary.badRowCount > 0 && !skipBad) return { ...summary, outcome: 'refused' };
  if (dryRun) summary.outcome = 'dry run';
  const entities = firstOfEach(source.read(), spoiled);
  let batch: Entity[] = [];
  await runInBatches(commandPacing, async (size) => {
    while (batch.length < size) {
      const next = await entities.next();
      if (next.done) break;
      batch.push(next.value);
    }
    if (batch.length === 0) return false;
    const counts = dryRun
      ? await source.store(db, batch, true)
      : await write(db, async (tx) => {
          await takeAdvisoryLock(tx, 'history');
          return source.store(tx, batch, false);
        });
    summary.added += counts.added;
    summary.changed += counts.changed;
    summary.unchanged += counts.unchanged;
    batch = [];
    return true;
  });
  return summary;
}
