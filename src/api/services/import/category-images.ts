import { splitPictures } from '#lib/rules/picture.ts';
import type { Tx } from '../../database/open.ts';

/**
 * Gives every sub-category a picture: the owner's own where there is one (`own`, by lowercased name), else the first picture of its
 * first product. One that is there already stays while it is the owner's or some product on sale has it; `dropped` are the pictures
 * that changed products had before this import. Returns how many changed.
 */
export async function refreshCategoryImages(
  tx: Tx,
  own: ReadonlyMap<string, string>,
  dropped: ReadonlySet<string>,
): Promise<number> {
  const categories = await tx.selectFrom('sub_category').select(['id', 'name', 'image']).execute();
  let changed = 0;
  for (const { id, name, image } of categories) {
    const wanted = own.get(name.toLowerCase()) ?? (await fromProducts(tx, id, image, dropped));
    if (wanted === image) continue;
    await tx.updateTable('sub_category').set({ image: wanted }).where('id', '=', id).execute();
    changed++;
  }
  return changed;
}

async function fromProducts(tx: Tx, categoryId: number, image: string, dropped: ReadonlySet<string>): Promise<string> {
  const products = await tx
    .selectFrom('product')
    .select(['pictures', 'active'])
    .where('sub_category_id', '=', categoryId)
    .where('pictures', '<>', '')
    .orderBy('id')
    .execute();
  const onSale = products.filter(({ active }) => active === 1).flatMap(({ pictures }) => splitPictures(pictures));
  const withdrawn = new Set([
    ...dropped,
    ...products.filter(({ active }) => active === 0).flatMap(({ pictures }) => splitPictures(pictures)),
  ]);
  const keeps = image !== '' && (onSale.includes(image) || !withdrawn.has(image));
  return keeps ? image : (onSale[0] ?? '');
}
