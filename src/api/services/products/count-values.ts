import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { variantSize } from '#api/services/catalogue/variant-conditions.ts';
import { foldName } from '#lib/rules/text.ts';
import { discountOfProduct, hasChoice, hasVariantOfChoice, variantOfChoice } from './filters.ts';
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

/** Whether a product is in stock (`>`) or not; of chosen sizes and colours, whether one is, so that both can be true. */
const hasStock = (filters: ParsedFilters, stockOperator: '>' | '='): RawBuilder<unknown> =>
  hasChoice(filters) ? hasVariantOfChoice({ ...filters, stockOperator }) : sql`product.stock ${sql.raw(stockOperator)} 0`;

const flag = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** Figures of the counted products that one of the values follows from, as columns. */
const figuresOf: Partial<Record<Counted, (filters: ParsedFilters) => RawBuilder<unknown>>> = {
  brand: () => sql`, product.brand`,
  discount: () => sql`, ${discountOfProduct} AS discount`,
  stock: (filters) => sql`, ${flag(hasStock(filters, '>'))} AS is_in, ${flag(hasStock(filters, '='))} AS is_out`,
};

const groupCounted = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CAST(${column} AS TEXT) AS value, count(*) AS count FROM counted WHERE ${column} IS NOT NULL GROUP BY ${column}`;

/** Of the variants that have the other choices, each product counts once. */
const countVariants = (filters: ParsedFilters, column: RawBuilder<unknown>, groupBy: RawBuilder<unknown>) =>
  sql`min(${column}) AS value, count(DISTINCT variant.product_id) AS count FROM counted CROSS JOIN variant
    WHERE variant.product_id = counted.id AND ${variantOfChoice(filters)} AND ${column} IS NOT NULL GROUP BY ${groupBy}`;

/** The value and count columns of what is counted, with all that follows them. */
function selectValues(thing: Counted, filters: ParsedFilters, facts: readonly string[]): RawBuilder<unknown> {
  switch (thing) {
    case 'total':
      return sql`'' AS value, count(*) AS count FROM counted`;
    case 'category':
      return sql`CAST(listed_in AS TEXT) AS value, count(*) AS count FROM (SELECT sub_category_id AS listed_in FROM counted
        UNION ALL SELECT product_category.sub_category_id FROM counted CROSS JOIN product_category WHERE product_id = counted.id) AS listed
        GROUP BY listed_in`;
    case 'stock':
      return sql`'>' AS value, coalesce(sum(is_in), 0) AS count FROM counted
        UNION ALL SELECT 'stock' AS thing, '=' AS value, coalesce(sum(is_out), 0) AS count FROM counted`;
    case 'price':
    case 'discount':
    case 'brand':
      return groupCounted(sql.ref(thing));
    case 'size':
      return countVariants({ ...filters, sizes: [] }, sql`variant.size`, variantSize);
    case 'colour':
      return countVariants({ ...filters, colours: [] }, sql`variant.colour`, sql`variant.colour`);
    default:
      return sql`min(label) AS value, count(*) AS count FROM counted CROSS JOIN product_fact WHERE product_id = counted.id
        AND product_fact.name = ${foldName(facts[Number(thing.slice('fact'.length))] ?? '')} GROUP BY product_fact.value`;
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
  const figures = things.flatMap((thing) => figuresOf[thing]?.(query.filters) ?? []);
  const counted = await selectCounted(db, query, sql.join(figures, sql` `));
  const selects = things.map((thing) => sql`SELECT ${sql.lit(thing)} AS thing, ${selectValues(thing, filters, facts)}`);
  const { rows } = await sql<ValueCount & { thing: Counted }>`WITH counted AS MATERIALIZED (SELECT * FROM ${counted} AS found)
    ${sql.join(selects, sql` UNION ALL `)}`.execute(db);
  return Map.groupBy(rows, ({ thing }) => thing);
}
