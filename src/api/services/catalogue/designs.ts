import type { Db } from '#api/database/schema/engine.ts';
import type { ProductDesign } from '#lib/contract/catalogue.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** The most products of one design; the first ones are read. */
const MAX_DESIGNS = 24;

/** Those of them that a product has in a list. */
const MAX_LISTED_DESIGNS = 6;

/** The designs of a product in a list: the first ones, and itself. */
export function pickListedDesigns(designs: readonly ProductDesign[], productId: number): ProductDesign[] {
  const listed = designs.slice(0, MAX_LISTED_DESIGNS);
  const own = designs.find(({ product_id }) => product_id === productId);
  return !own || listed.includes(own) ? listed : [...listed.slice(0, -1), own];
}

/** The products on sale of each group, in the order in which they were added. Groups of one product are left out. */
export async function readDesigns(db: Db, groups: readonly string[]): Promise<Map<string, ProductDesign[]>> {
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('product')
    .select(['id', 'slug', 'name', 'pictures', 'stock', 'design_group', 'design_label'])
    .where('design_group', 'in', [...new Set(groups)])
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  const byGroup = Map.groupBy(rows, ({ design_group }) => design_group ?? '');
  return new Map(
    [...byGroup]
      .filter(([, products]) => products.length > 1)
      .map(([group, products]) => [
        group,
        products.slice(0, MAX_DESIGNS).map((row) => ({
          product_id: row.id,
          slug: row.slug,
          label: row.design_label ?? row.name,
          picture: splitPictures(row.pictures)[0] ?? '',
          ...(row.stock <= 0 && { sold_out: true as const }),
        })),
      ]),
  );
}
