import type { Db, Tx } from '#api/database/schema/engine.ts';
import { readProductPages } from '#api/services/import/plan/product-pages.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** A sub-category that is to have another picture. */
export interface CategoryImageChange {
  id: number;
  from: string;
  to: string;
}

/** What the products of a sub-category have for pictures. */
interface Seen {
  firstOnSale: string;
  /** Whether its picture is one of a product on sale, or of one that was withdrawn. */
  isOnSale: boolean;
  isWithdrawn: boolean;
}

/**
 * Which sub-categories are to have another picture: the owner's own where there is one (`own`, by lowercased name), else the first picture
 * of the first product. One that is there already stays while it is the owner's or some product on sale has it; `dropped` are pictures
 * that changed products had before this import.
 */
export async function planCategoryImages(
  db: Db,
  own: ReadonlyMap<string, string>,
  dropped: ReadonlySet<string>,
): Promise<CategoryImageChange[]> {
  const categories = await db.selectFrom('sub_category').select(['id', 'name', 'image']).execute();
  const images = new Map(categories.map(({ id, image }) => [id, image]));
  const seen = new Map<number, Seen>();
  for await (const products of readProductPages(db)) {
    for (const { sub_category_id, active, pictures } of products) {
      const references = splitPictures(pictures);
      const isCurrent = references.includes(images.get(sub_category_id) ?? '');
      const facts = seen.get(sub_category_id) ?? { firstOnSale: '', isOnSale: false, isWithdrawn: false };
      seen.set(sub_category_id, facts);
      if (active === 1) facts.firstOnSale ||= references[0] ?? '';
      if (isCurrent) facts[active === 1 ? 'isOnSale' : 'isWithdrawn'] = true;
    }
  }
  return categories.flatMap(({ id, name, image }) => {
    const facts = seen.get(id);
    const isGone = !facts?.isOnSale && (facts?.isWithdrawn || dropped.has(image));
    const to = own.get(name.toLowerCase()) ?? (image !== '' && !isGone ? image : (facts?.firstOnSale ?? ''));
    return to === image ? [] : [{ id, from: image, to }];
  });
}

/** Gives sub-categories their new pictures, but for those that somebody changed meanwhile. Returns how many changed. */
export async function setCategoryImages(tx: Tx, changes: readonly CategoryImageChange[]): Promise<number> {
  let changed = 0;
  for (const { id, from, to } of changes) {
    const { numUpdatedRows } = await tx
      .updateTable('sub_category')
      .set({ image: to })
      .where('id', '=', id)
      .where('image', '=', from)
      .executeTakeFirst();
    changed += Number(numUpdatedRows);
  }
  return changed;
}
