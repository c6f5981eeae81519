import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { replaceNul } from './postgres/replace-nul.ts';
import { type Db, engineOf, type Tx } from './schema/engine.ts';

/** A parameter of a compiled query; `read` takes its value from the values of one execution. */
class Placeholder<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

/** Makes a parameter that differs between executions. */
export type PlaceholderOf<Values> = <Value>(read: (values: Values) => Value) => RawBuilder<Value>;

const createPlaceholder = <Values, Value>(read: (values: Values) => Value): RawBuilder<Value> =>
  sql.val(new Placeholder(read)) as unknown as RawBuilder<Value>;

/** Maximum number of cached shapes per query; others are compiled on each execution. */
const MAX_SHAPES = 50;

/**
 * Compiles a frequent query once per shape instead of at each execution. `shapeOf` returns what decides the text of the query, such as the
 * number of rows; `build` must use `placeholder` for everything else that differs between executions. `build` runs nothing, so it may be
 * given a database as well as a transaction.
 */
export function compileOnce<Values, Row>(
  build: (tx: Tx, placeholder: PlaceholderOf<Values>, values: Values) => Compilable<Row>,
  shapeOf: (values: Values) => unknown = () => undefined,
): (db: Db, values: Values) => CompiledQuery<Row> {
  const compiled = { sqlite: new Map<unknown, CompiledQuery<Row>>(), postgres: new Map<unknown, CompiledQuery<Row>>() };
  return (db, values) => {
    const engine = engineOf(db);
    const byShape = compiled[engine];
    const shape = shapeOf(values);
    const query = byShape.get(shape) ?? build(db as Tx, createPlaceholder, values).compile();
    if (byShape.size < MAX_SHAPES) byShape.set(shape, query);
    const fill = (parameter: unknown): unknown => (parameter instanceof Placeholder ? parameter.read(values) : parameter);
    const fillPostgres = (parameter: unknown): unknown => replaceNul(fill(parameter));
    return { ...query, parameters: query.parameters.map(engine === 'postgres' ? fillPostgres : fill) };
  };
}

/** Placeholders for rows to insert. All rows of all executions must have the columns of the first. */
export const placeholdersOfRows = <Row extends object>(
  placeholder: PlaceholderOf<readonly Row[]>,
  rows: readonly Row[],
): { [Column in keyof Row]: RawBuilder<Row[Column]> }[] =>
  rows.map((row, i) => {
    const columns = Object.keys(row) as (keyof Row)[];
    const placeholders = columns.map((column) => [column, placeholder((now) => (now[i] as Row)[column])] as const);
    return Object.fromEntries(placeholders) as { [Column in keyof Row]: RawBuilder<Row[Column]> };
  });
