import type { QueryParameter } from './parameter-types.ts';
import { type PageQuery, type PageRoute, pageRoutes, type QueriedPath } from './table.ts';

type Parameters = Readonly<Record<string, QueryParameter<unknown>>>;

const parametersOf = (route: PageRoute): Parameters => route.query ?? {};

/** Reads the query parameters of a route from a URL; invalid and missing ones are left out. */
export function readQuery<Path extends QueriedPath>(path: Path, query: URLSearchParams): PageQuery<Path> {
  const entries = Object.entries(parametersOf(pageRoutes[path])).map(([name, parameter]) => [
    name,
    parameter.read(query.getAll(name)),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Writes a query string with its parameters in the order of the route table, without default values; '' if none is left. */
function writeParameters(parameters: Parameters, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, { write }] of Object.entries(parameters)) {
    const value = values[name];
    const serialised = value === undefined ? undefined : write(value);
    if (serialised !== undefined) query.set(name, serialised);
  }
  const text = query.toString();
  return text && `?${text.replaceAll('%2C', ',')}`;
}

/** URL of a page with a query, such as `/shop?search=cap&page=2`. */
export const pageUrl = <Path extends QueriedPath>(path: Path, values: PageQuery<Path>): string =>
  path + writeParameters(parametersOf(pageRoutes[path]), values);

/** Normalises a query string, so that equal queries give the same cache key. Includes the question mark; '' for an empty query. */
export function canonicalQuery(route: PageRoute, query: string): string {
  const parameters = parametersOf(route);
  if (!query || Object.keys(parameters).length === 0) return '';
  const parsed = new URLSearchParams(query);
  const values = Object.entries(parameters).map(([name, { read }]) => [name, read(parsed.getAll(name))]);
  return writeParameters(parameters, Object.fromEntries(values));
}
