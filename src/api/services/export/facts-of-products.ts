import { readPagesByKey } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { fromStoredAttributes, parseAttributes } from '#api/services/catalogue/attributes.ts';
import type { ProductAttribute } from '#lib/contract/catalogue.ts';
import type { ExportRow } from './export-catalogue.ts';

const BATCH_SIZE = 500;

/** The facts of a product by the first of its rows. */
export function factsOf({ attributes }: ExportRow): ProductAttribute[] {
  const facts = parseAttributes(attributes ?? '');
  return 'error' in facts ? [] : facts;
}

/** The names of all facts of the products on sale, the commonest first, and the most facts of one product. */
export async function readFacts(db: Db): Promise<{ names: string[]; most: number }> {
  const counts = new Map<string, number>();
  let most = 0;
  const onSale = db
    .selectFrom('product')
    .select(['id', 'attributes'])
    .where('active', '=', 1)
    .where('attributes', 'is not', null);
  const read = (after: number) => onSale.where('id', '>', after).orderBy('id').limit(BATCH_SIZE).execute();
  for await (const rows of readPagesByKey(read)) {
    for (const { attributes } of rows) {
      const facts = fromStoredAttributes(attributes);
      most = Math.max(most, facts.length);
      for (const { name } of facts) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return { names: [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name), most };
}
