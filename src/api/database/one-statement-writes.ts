import { type Compilable, CompiledQuery } from 'kysely';
import { runPrepared } from './run-prepared.ts';
import { engineOf, type Tx } from './schema/engine.ts';

/** A query that writes, such as an insert. */
export type WriteQuery = CompiledQuery<unknown> | Compilable<unknown>;

const compile = (query: WriteQuery): CompiledQuery<unknown> => ('compile' in query ? query.compile() : query);

/** The statement of writes, found by the text of each in turn. */
interface Joined {
  text?: string;
  next: Map<string, Joined>;
}

const joined: Joined = { next: new Map() };

/** Texts that are kept, at most. */
const MAX_JOINED = 200;
let count = 0;

/** Shifts the numbers of parameters by those of the writes before. A query builder never writes `$1` into a literal. */
const shiftParameters = (text: string, by: number): string =>
  text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + by}`);

function joinTexts(writes: readonly CompiledQuery<unknown>[]): string {
  let shift = 0;
  const texts = writes.map(({ sql, parameters }) => {
    const text = shiftParameters(sql, shift);
    shift += parameters.length;
    return text;
  });
  return `WITH ${texts
    .slice(0, -1)
    .map((text, i) => `write_${i} AS (${text})`)
    .join(', ')} ${texts.at(-1)}`;
}

/** The text of all writes as one statement; the same string for the same writes, whose hash is then known. */
function findJoinedText(writes: readonly CompiledQuery<unknown>[]): string {
  let at = joined;
  for (const { sql } of writes) {
    const next = at.next.get(sql) ?? { next: new Map() };
    if (count < MAX_JOINED) at.next.set(sql, next);
    at = next;
  }
  if (at.text !== undefined) return at.text;
  at.text = joinTexts(writes);
  count++;
  return at.text;
}

/**
 * Runs writes that do not depend on each other: as one statement on PostgreSQL, where each round trip costs processor time on both sides,
 * and one after the other on SQLite. On PostgreSQL no write sees what another one changes.
 */
export async function writeTogether(tx: Tx, writes: readonly WriteQuery[]): Promise<void> {
  const compiled = writes.map(compile);
  if (engineOf(tx) !== 'postgres' || compiled.length < 2) {
    for (const query of compiled) await tx.executeQuery(query);
    return;
  }
  const parameters = compiled.flatMap((query) => query.parameters);
  await runPrepared(tx, CompiledQuery.raw(findJoinedText(compiled), parameters));
}
