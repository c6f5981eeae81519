import type { StatementSync } from 'node:sqlite';

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
