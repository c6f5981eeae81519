import { type RawBuilder, sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { variantSize } from '#api/services/catalogue/variant-conditions.ts';
import { foldName } from '#lib/rules/text.ts';
import { discountOfProduct, hasChoice, variantOfChoice } from './filters.ts';
import { type ProductQuery, selectCounted } from './matches.ts';
import type { ParsedFilters } from './parse-filters.ts';

/** What is counted by its values. A fact is counted by `fact` and its place among the facts of the owner. */
export type Counted = 'total' | 'category' | 'stock' | 'price' | 'size' | 'colour' | 'brand' | 'discount' | `fact${number}`;

/** The products with a value, such as 120 of the brand "Puma". */
export interface ValueCount {
  value: string;
  count: number;
}

export type ValueCounts = Map<Counted, ValueCount[]>;

/** Figures of the counted products that one of the values follows from, as columns. */
const figuresOf: Partial<Record<Counted, RawBuilder<unknown>>> = {
  brand: sql`, product.brand`,
  discount: sql`, ${discountOfProduct} AS discount`,
};

/**
 * Joins each counted product with its rows of a table by its index. Of at most 10,001 products that is less than to read the whole table, which
 * PostgreSQL does where it may choose: OFFSET keeps the subquery as it is.
 */
const joinCounted = (db: Db, table: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  engineOf(db) === 'postgres'
    ? sql`counted CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE product_id = counted.id AND ${where} OFFSET 0) AS ${table}`
    : sql`counted CROSS JOIN ${table} ON product_id = counted.id AND ${where}`;

const groupCounted = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CAST(${column} AS TEXT) AS value, count(*) AS count FROM counted WHERE ${column} IS NOT NULL GROUP BY ${column}`;

/** Of the variants with these choices, each product counts once. */
const countVariants = (db: Db, filters: ParsedFilters, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`count(DISTINCT variant.product_id) AS count FROM ${joinCounted(db, sql`variant`, sql`${variantOfChoice(filters)} AND ${condition}`)}`;

/**
 * Counts products in stock (`>`) or not. Of chosen sizes and colours one can be in stock and another not, so that a product counts in both. OFFSET
 * as above.
 */
function countStock(filters: ParsedFilters, stockOperator: '>' | '='): RawBuilder<unknown> {
  const inStock = hasChoice(filters)
    ? sql`EXISTS (SELECT 1 FROM variant WHERE product_id = counted.id AND ${variantOfChoice({ ...filters, stockOperator })} LIMIT 1 OFFSET 0)`
    : sql`stock ${sql.raw(stockOperator)} 0`;
  return sql`${sql.lit(stockOperator)} AS value, count(*) AS count FROM counted WHERE ${inStock}`;
}

/** The value and count columns of what is counted, with all that follows them. */
function selectValues(db: Db, thing: Counted, filters: ParsedFilters, facts: readonly string[]): RawBuilder<unknown>[] {
  switch (thing) {
    case 'total':
      return [sql`'' AS value, count(*) AS count FROM counted`];
    case 'category':
      return [
        sql`CAST(listed_in AS TEXT) AS value, count(*) AS count FROM (SELECT sub_category_id AS listed_in FROM counted
          UNION ALL SELECT product_category.sub_category_id FROM ${joinCounted(db, sql`product_category`, sql`true`)}) AS listed
          GROUP BY listed_in`,
      ];
    case 'stock':
      return (['>', '='] as const).map((operator) => countStock(filters, operator));
    case 'price':
    case 'discount':
    case 'brand':
      return [groupCounted(sql.ref(thing))];
    case 'size': {
      const counts = countVariants(db, { ...filters, sizes: [] }, sql`variant.size IS NOT NULL`);
      return [sql`min(variant.size) AS value, ${counts} GROUP BY ${variantSize}`];
    }
    case 'colour': {
      const counts = countVariants(db, { ...filters, colours: [] }, sql`variant.colour IS NOT NULL`);
      return [sql`min(variant.colour) AS value, ${counts} GROUP BY variant.colour`];
    }
    default: {
      const name = foldName(facts[Number(thing.slice('fact'.length))] ?? '');
      const ofFact = joinCounted(db, sql`product_fact`, sql`product_fact.name = ${name}`);
      return [sql`min(label) AS value, count(*) AS count FROM ${ofFact} GROUP BY product_fact.value`];
    }
  }
}

/**
 * Counts the counted products of a query by the values of several things, in one statement that finds the products once. `filters` are those of
 * the shopper, of which sizes, colours and stock also decide which variants count.
 */
export async function countValues(
  db: Db,
  query: ProductQuery,
  things: readonly Counted[],
  { filters, facts }: { filters: ParsedFilters; facts: readonly string[] },
): Promise<ValueCounts> {
  const figures = things.flatMap((thing) => figuresOf[thing] ?? []);
  const counted = await selectCounted(db, query, sql.join(figures, sql` `));
  const selects = things.flatMap((thing) =>
    selectValues(db, thing, filters, facts).map((values) => sql`SELECT ${sql.lit(thing)} AS thing, ${values}`),
  );
  const { rows } = await sql<ValueCount & { thing: Counted }>`WITH counted AS MATERIALIZED (SELECT * FROM ${counted} AS found)
    ${sql.join(selects, sql` UNION ALL `)}`.execute(db);
  return Map.groupBy(rows, ({ thing }) => thing);
}
