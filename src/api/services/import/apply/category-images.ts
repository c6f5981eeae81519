import type { Db, Tx } from '#api/database/schema/engine.ts';
import { categoriesOf } from '#api/services/catalogue/collections.ts';
import { readProductPages } from '#api/services/import/plan/read-stored-products.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { foldName } from '#lib/rules/text.ts';

/** A planned change of a sub-category's picture. */
export interface CategoryImageChange {
  id: number;
  from: string;
  to: string;
}

interface PictureUse {
  /** The first picture of the first product on sale. */
  firstOnSale: string;
  /** Whether a product on sale, or a withdrawn one, has the sub-category's picture. */
  isOnSale: boolean;
  isWithdrawn: boolean;
}

/**
 * Plans the sub-categories' pictures: the owner's (`ownPictures`, by lower-case name), else the current one unless it came from a product that
 * no longer has it or is no longer on sale, else the first picture of the first product. `dropped` are the earlier pictures of changed
 * products.
 */
export async function planCategoryImages(
  db: Db,
  ownPictures: ReadonlyMap<string, string>,
  dropped: ReadonlySet<string>,
): Promise<CategoryImageChange[]> {
  const categories = await db.selectFrom('sub_category').select(['id', 'name', 'image']).execute();
  const images = new Map(categories.map(({ id, image }) => [id, image]));
  const uses = new Map<number, PictureUse>();
  for await (const products of readProductPages(db)) {
    for (const product of products) {
      const references = splitPictures(product.pictures);
      const isActive = product.active === 1;
      for (const id of categoriesOf(product)) {
        const use = uses.get(id) ?? { firstOnSale: '', isOnSale: false, isWithdrawn: false };
        uses.set(id, use);
        if (isActive) use.firstOnSale ||= references[0] ?? '';
        if (references.includes(images.get(id) ?? '')) use[isActive ? 'isOnSale' : 'isWithdrawn'] = true;
      }
    }
  }
  return categories.flatMap(({ id, name, image }) => {
    const use = uses.get(id);
    const isGone = !use?.isOnSale && (use?.isWithdrawn || dropped.has(image));
    const to = ownPictures.get(foldName(name)) ?? (image !== '' && !isGone ? image : (use?.firstOnSale ?? ''));
    return to === image ? [] : [{ id, from: image, to }];
  });
}

/** Applies picture changes, except where the picture was changed concurrently. Returns those that it applied. */
export async function setCategoryImages(tx: Tx, changes: readonly CategoryImageChange[]): Promise<CategoryImageChange[]> {
  const changed: CategoryImageChange[] = [];
  for (const change of changes) {
    const { id, from, to } = change;
    const { numUpdatedRows } = await tx
      .updateTable('sub_category')
      .set({ image: to })
      .where('id', '=', id)
      .where('image', '=', from)
      .executeTakeFirst();
    if (Number(numUpdatedRows) > 0) changed.push(change);
  }
  return changed;
}
