import { type Compilable, CompiledQuery } from 'kysely';
import { type Db, engineOf, type Tx } from './schema/engine.ts';

/** A query that writes, such as an insert. */
export type WriteQuery = Compilable<unknown>;

/** Joins writes as common table expressions. A query builder never writes `$1` into a literal. */
function joinTexts(writes: readonly CompiledQuery<unknown>[]): string {
  let shift = 0;
  const texts = writes.map(({ sql, parameters }) => {
    const by = shift;
    shift += parameters.length;
    return sql.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + by}`);
  });
  const before = texts.slice(0, -1).map((text, i) => `write_${i} AS (${text})`);
  return `WITH ${before.join(', ')} ${texts.at(-1)}`;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. On PostgreSQL no write sees what another one changes.
 */
async function writeTogether(tx: Tx, writes: readonly WriteQuery[]): Promise<void> {
  const compiled = writes.map((query) => query.compile());
  if (engineOf(tx) !== 'postgres' || compiled.length < 2) {
    for (const query of compiled) await tx.executeQuery(query);
    return;
  }
  const parameters = compiled.flatMap((query) => query.parameters);
  await tx.executeQuery(CompiledQuery.raw(joinTexts(compiled), parameters));
}

interface TransactionHooks {
  /** By name, so that writes deferred twice under one name are built once. */
  deferred: Map<string, () => readonly WriteQuery[]>;
  isEnding: boolean;
  /** By name, so that a hook registered twice runs once. */
  before: Map<string, () => Promise<void>>;
  after: ((db: Db) => void)[];
  /** Values that services keep for one write, by name. */
  state: Map<string, unknown>;
}

const hooksByTransaction = new WeakMap<Tx, TransactionHooks>();

function hooksOf(tx: Tx): TransactionHooks {
  const hooks = hooksByTransaction.get(tx);
  if (!hooks) throw new Error('A transaction was not started with write()');
  return hooks;
}

/**
 * Defers writes to the end of the transaction, where those of all names run together; `build` is called then. They must not depend on each
 * other, and nothing in the transaction may read what they write.
 */
export function deferWrites(tx: Tx, name: string, build: () => readonly WriteQuery[]): void {
  const hooks = hooksOf(tx);
  if (hooks.isEnding) throw new Error(`The writes of "${name}" were deferred after the end of the transaction's work`);
  hooks.deferred.set(name, build);
}

/** Registers a before-commit hook, deduplicated by `name`. Hooks run inside the transaction, in order of their names: they lock rows that many writes share. */
export function beforeCommit(tx: Tx, name: string, hook: () => Promise<void>): void {
  hooksOf(tx).before.set(name, hook);
}

/**
 * Returns a value kept for this write under a name, made by `create` on first use. The writes of a group commit share their transaction but
 * not these values.
 */
export function keepForWrite<Value>(tx: Tx, name: string, create: () => Value): Value {
  const { state } = hooksOf(tx);
  if (!state.has(name)) state.set(name, create());
  return state.get(name) as Value;
}

/** Registers an after-commit hook. It does not run after a rollback. */
export function afterCommit(tx: Tx, hook: (db: Db) => void): void {
  hooksOf(tx).after.push(hook);
}

/** Runs `work`, its deferred writes and its before-commit hooks. Returns the after-commit hooks for the caller to run. */
export async function runWithHooks<Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; after: TransactionHooks['after'] }> {
  const hooks: TransactionHooks = { deferred: new Map(), isEnding: false, before: new Map(), after: [], state: new Map() };
  hooksByTransaction.set(tx, hooks);
  const result = await work(tx);
  hooks.isEnding = true;
  await writeTogether(
    tx,
    [...hooks.deferred.values()].flatMap((build) => build()),
  );
  for (const name of [...hooks.before.keys()].sort()) await hooks.before.get(name)?.();
  return { result, after: hooks.after };
}
