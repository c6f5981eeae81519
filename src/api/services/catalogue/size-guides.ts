import { bumpRevision } from '#api/database/catalogue-revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ProductSizeGuide } from '#lib/contract/catalogue.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { foldName } from '#lib/rules/text.ts';

export interface GuideOfCategories {
  name: string;
  categories: readonly string[];
  columns: readonly string[];
  /** The measurements of each size, in centimetres. */
  rows: readonly { size: string; values: readonly string[] }[];
  /** Path or URL of a page; undefined for none. */
  page: string | undefined;
}

/** Reads all size guides, in the order of the owner's file. */
export async function readSizeGuides(db: Db): Promise<GuideOfCategories[]> {
  const rows = await db.selectFrom('size_guide').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    name: row.name,
    categories: JSON.parse(row.categories) as string[],
    columns: JSON.parse(row.columns) as string[],
    rows: (JSON.parse(row.rows) as string[][]).map(([size = '', ...values]) => ({ size, values })),
    page: row.page || undefined,
  }));
}

/** Replaces all size guides. Bumps the revision, because product pages show them. */
export async function replaceSizeGuides(tx: Tx, guides: readonly GuideOfCategories[]): Promise<void> {
  await tx.deleteFrom('size_guide').execute();
  await bumpRevision(tx, [STORE_KEY]);
  if (guides.length === 0) return;
  await tx
    .insertInto('size_guide')
    .values(
      guides.map(({ name, categories, columns, rows, page }, index) => ({
        id: index + 1,
        name,
        categories: JSON.stringify(categories),
        columns: JSON.stringify(columns),
        rows: JSON.stringify(rows.map(({ size, values }) => [size, ...values])),
        page: page ?? '',
      })),
    )
    .execute();
}

/** The guide that a product names, else that of its category; undefined when there is none. */
export function findSizeGuide(
  guides: readonly GuideOfCategories[],
  name: string | null,
  category: string,
): ProductSizeGuide | undefined {
  const isOfCategory = (guide: GuideOfCategories): boolean =>
    guide.categories.some((one) => foldName(one) === foldName(category));
  const guide = guides.find((one) => (name === null ? isOfCategory(one) : foldName(one.name) === foldName(name)));
  if (!guide) return undefined;
  const { columns, rows, page } = guide;
  return {
    name: guide.name,
    ...(rows.length > 0 && { columns: [...columns], rows: rows.map(({ size, values }) => ({ size, values: [...values] })) }),
    ...(page && { page }),
  };
}
