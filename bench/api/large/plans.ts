import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { type Db, engineOf } from '../../../src/api/database/schema/engine.ts';
import { listProducts } from '../../../src/api/services/catalogue/listing.ts';
import { countFacets } from '../../../src/api/services/search/facets.ts';
import { searchCatalogue } from '../../../src/api/services/search/search.ts';
import { PRODUCTS_PER_PAGE } from '../../../src/lib/contract/limits.ts';

/** The main reads of a shop with this many products. */
const mainReads = (products: number): Record<string, (db: Db) => Promise<unknown>> => ({
  'listing, newest first': (db) => listProducts(db, {}),
  'listing by price': (db) => listProducts(db, { sort_by: 'price_asc' }),
  'deep page': (db) => listProducts(db, {}, Math.ceil(products / PRODUCTS_PER_PAGE / 2)),
  'size filter': (db) => listProducts(db, { size: 'M' }),
  'search with many matches': (db) => searchCatalogue(db, 'men'),
  facets: (db) => countFacets(db, '', {}),
});

/** What every read asks first, in microseconds. */
const TRIVIAL = /from "(?:catalogue_revision|sub_category)"/i;

/** Runs reads in a transaction, in which nothing is cached and no columns are used; returns their queries. */
async function recordQueries(db: Db, read: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const built = new Map<string, RootOperationNode>();
  const executed: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ queryId, node }) => {
      built.set(queryId.queryId, node);
      return node;
    },
    // Subqueries are built like queries, but have no result of their own.
    transformResult: async ({ queryId, result }) => {
      const node = built.get(queryId.queryId);
      if (node) executed.push(node);
      return result;
    },
  };
  await db.transaction().execute((tx) => read(tx.withPlugin(recorder)));
  const executor = db.getExecutor();
  return executed.map((node) => executor.compileQuery(node, { queryId: 'plan' })).filter(({ sql }) => !TRIVIAL.test(sql));
}

/** The plan of a query, one step a line, indented by depth. */
async function explain(db: Db, { sql, parameters }: CompiledQuery): Promise<string[]> {
  if (engineOf(db) === 'postgres') {
    const query = CompiledQuery.raw(`EXPLAIN (COSTS OFF) ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(query);
    return rows.map((row) => row['QUERY PLAN']);
  }
  const query = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ id: number; parent: number; detail: string }>(query);
  const depths = new Map([[0, 0]]);
  return rows.map(({ id, parent, detail }) => {
    const depth = depths.get(parent) ?? 0;
    depths.set(id, depth + 1);
    return '  '.repeat(depth) + detail;
  });
}

/** Longer lines are cut: the ids of a page are 24 numbers. */
const MAX_LINE = 140;

/** Prints the plans of the main reads as the database answers them, which it does until the columns are loaded. */
export async function printPlans(db: Db, products: number): Promise<void> {
  for (const [name, read] of Object.entries(mainReads(products))) {
    console.log(`  ${name}`);
    for (const [i, query] of (await recordQueries(db, read)).entries())
      for (const line of await explain(db, query)) console.log(`    ${i + 1}  ${line}`.slice(0, MAX_LINE));
  }
}
