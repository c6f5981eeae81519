import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { replaceNul } from './postgres/replace-nul.ts';
import { type Db, engineOf, type Tx } from './schema/engine.ts';

/** Placeholder of a parameter in a compiled query; `read` takes it from the values of one execution. */
class Slot<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

/** Makes an expression of a parameter that differs between executions. */
export type SlotOf<Values> = <Value>(read: (values: Values) => Value) => RawBuilder<Value>;

const createSlot = <Values, Value>(read: (values: Values) => Value): RawBuilder<Value> =>
  sql.val(new Slot(read)) as unknown as RawBuilder<Value>;

/** Texts that one query may have, at most; beyond them it is built each time. */
const MAX_SHAPES = 50;

/**
 * Compiles a frequent query once instead of at each execution. `build` must use `slot` for everything that differs between executions of
 * one shape, which is given by `shapeOf`, such as the number of rows. It only builds, so it gets any handle.
 */
export function compileOnce<Values, Row>(
  build: (tx: Tx, slot: SlotOf<Values>, values: Values) => Compilable<Row>,
  shapeOf: (values: Values) => unknown = () => undefined,
): (db: Db, values: Values) => CompiledQuery<Row> {
  const compiled = { sqlite: new Map<unknown, CompiledQuery<Row>>(), postgres: new Map<unknown, CompiledQuery<Row>>() };
  return (db, values) => {
    const engine = engineOf(db);
    const byShape = compiled[engine];
    const shape = shapeOf(values);
    const query = byShape.get(shape) ?? build(db as Tx, createSlot, values).compile();
    if (byShape.size < MAX_SHAPES) byShape.set(shape, query);
    const fill = (parameter: unknown): unknown => (parameter instanceof Slot ? parameter.read(values) : parameter);
    const fillPostgres = (parameter: unknown): unknown => replaceNul(fill(parameter));
    return { ...query, parameters: query.parameters.map(engine === 'postgres' ? fillPostgres : fill) };
  };
}

/** Slots for rows to insert. All rows of all executions must have the columns of the first. */
export const slotsOfRows = <Row extends object>(
  slot: SlotOf<readonly Row[]>,
  rows: readonly Row[],
): { [Column in keyof Row]: RawBuilder<Row[Column]> }[] =>
  rows.map((row, i) => {
    const columns = Object.keys(row) as (keyof Row)[];
    const slots = columns.map((column) => [column, slot((now) => (now[i] as Row)[column])] as const);
    return Object.fromEntries(slots) as { [Column in keyof Row]: RawBuilder<Row[Column]> };
  });
