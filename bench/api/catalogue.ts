import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { bumpRevision } from '#api/database/revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { reindexAll } from '#api/database/search/product-index.ts';
import { write } from '#api/database/transaction.ts';
import { scatter } from '#bench/measure/random.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';

/** Names of 39,596 real fashion products with their kind, colour and season; stored outside the project. */
const namesFile = fileURLToPath(new URL('../../../shared/data/catalogues/names/fashion-names-39k.csv', import.meta.url));

/** Rows per INSERT, within the parameter limits of SQLite and PostgreSQL. */
const BATCH_ROWS = 500;
const SELLERS = 40;
const FIRST_DAY = Date.UTC(2024, 0, 1);

interface Name {
  id: string;
  gender: string;
  masterCategory: string;
  subCategory: string;
  articleType: string;
  baseColour: string;
  season: string;
  usage: string;
  productDisplayName: string;
}

const sizesOf: Record<string, readonly string[]> = {
  Apparel: ['S', 'M', 'L', 'XL', 'XXL'],
  Footwear: ['UK 6', 'UK 7', 'UK 8', 'UK 9', 'UK 10'],
};

function readNames(): Name[] {
  if (!existsSync(namesFile)) throw new Error(`The product names are missing: ${namesFile}`);
  const names = parse(readFileSync(namesFile), { columns: true }) as Name[];
  return names.filter(({ productDisplayName }) => productDisplayName.trim() !== '');
}

const describe = ({ gender, baseColour, articleType, usage, season, productDisplayName }: Name): string =>
  `<p>${productDisplayName}: ${articleType.toLowerCase()} in ${baseColour.toLowerCase()} for ${gender.toLowerCase()}, made for ${usage.toLowerCase()}
  days and good through the ${season.toLowerCase()}. Cut to sit well and to last, with seams that hold and a finish that keeps its colour.</p>
  <ul><li>Colour: ${baseColour}</li><li>Occasion: ${usage}</li><li>Season: ${season}</li><li>Wash with like colours, dry in the shade</li></ul>
  <p>Sent within two days. Comes back free of charge within seven days if it does not fit.</p>`;

const pictures = (id: number): string => [1, 2, 3].map((n) => `/media/${id % 997}-${n}.svg#900x1200`).join(', ');

function productRow(name: Name, id: number, copy: number, categories: Map<string, number>) {
  const price = 19_900 + 100 * scatter(id, 4800);
  const sizes = sizesOf[name.masterCategory] ?? [''];
  const stock = sizes.map((_, i) => (scatter(id * 7 + i, 8) === 0 ? 0 : 1 + scatter(id * 5 + i, 40)));
  const mrp = price + 100 * scatter(id * 3, 2000);
  const product = {
    id,
    slug: `${name.productDisplayName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id}`,
    name: copy === 0 ? name.productDisplayName : `${name.productDisplayName} ${copy + 1}`,
    description: describe(name),
    brand: name.productDisplayName.split(' ')[0] ?? null,
    pictures: pictures(id),
    picture_alts: '[]',
    sub_category_id: categories.get(name.articleType) ?? 1,
    seller_id: 1 + scatter(id, SELLERS),
    country_of_origin: 'India',
    keywords: [name.gender, name.baseColour, name.season, name.usage, name.subCategory].join(' '),
    price,
    mrp,
    stock: stock.reduce((sum, n) => sum + n, 0),
    import_hash: '',
    active: 1,
    created_at: new Date(FIRST_DAY + scatter(id * 11, 1_000_000) * MINUTE_MS).toISOString(),
  };
  const variants = sizes.map((size, i) => ({
    product_id: id,
    product_variation: size,
    sku: `${name.id}-${id}-${i}`,
    price,
    mrp,
    stock: stock[i] ?? 0,
    position: i,
    active: 1,
  }));
  return { product, variants };
}

async function insertAll<Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH_ROWS) await insert(rows.slice(i, i + BATCH_ROWS));
}

async function addSellersAndCategories(tx: Tx, names: readonly Name[]): Promise<Map<string, number>> {
  const sellers = Array.from({ length: SELLERS }, (_, i) => ({
    kind: i % 4 === 0 ? ('wholesaler' as const) : ('retailer' as const),
    name: `Seller ${i + 1}`,
  }));
  await tx.insertInto('seller').values(sellers).execute();
  const kinds = [...new Set(names.map(({ articleType }) => articleType))];
  await insertAll(kinds, (batch) =>
    tx
      .insertInto('sub_category')
      .values(batch.map((name, i) => ({ name, image: '/media/category.svg#300x300', position: i })))
      .execute(),
  );
  const rows = await tx.selectFrom('sub_category').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Fills an empty shop with `count` products, the same in every run: real names, repeated with a number if there are too few. */
export async function fillCatalogue(db: Db, count: number): Promise<void> {
  const names = readNames();
  await write(db, async (tx) => {
    const categories = await addSellersAndCategories(tx, names);
    const rows = Array.from({ length: count }, (_, i) => {
      const name = names[i % names.length] as Name;
      return productRow(name, i + 1, Math.floor(i / names.length), categories);
    });
    await insertAll(rows, async (batch) => {
      await tx
        .insertInto('product')
        .values(batch.map(({ product }) => product))
        .execute();
      await tx
        .insertInto('variant')
        .values(batch.flatMap(({ variants }) => variants))
        .execute();
    });
    await reindexAll(tx);
    await bumpRevision(tx);
  });
}
