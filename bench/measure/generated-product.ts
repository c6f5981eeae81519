import { generateProductNames, type ProductName } from './product-names.ts';
import { scatter } from './random.ts';

/** A generated product of a benchmark's catalogue. */
export interface GeneratedProduct {
  slug: string;
  name: string;
  /** HTML. */
  description: string;
  brand: string;
  category: string;
  keywords: string;
  /** Rupees. */
  price: number;
  mrp: number;
  variants: { size: string; sku: string; stock: number }[];
}

const sizesOf: Record<string, readonly string[]> = {
  Apparel: ['S', 'M', 'L', 'XL', 'XXL'],
  Footwear: ['UK 6', 'UK 7', 'UK 8', 'UK 9', 'UK 10'],
};

const describe = ({ gender, baseColour, articleType, usage, season, productDisplayName }: ProductName): string =>
  `<p>${productDisplayName}: ${articleType.toLowerCase()} in ${baseColour.toLowerCase()} for ${gender.toLowerCase()}, made for ${usage.toLowerCase()}
  days and good through the ${season.toLowerCase()}. Cut to sit well and to last, with seams that hold and a finish that keeps its colour.</p>
  <ul><li>Colour: ${baseColour}</li><li>Occasion: ${usage}</li><li>Season: ${season}</li><li>Wash with like colours, dry in the shade</li></ul>
  <p>Sent within two days. Comes back free of charge within seven days if it does not fit.</p>`;

let names: ProductName[] | undefined;

/** The names of generated products; product 1 has the first one, and later products repeat them with a number. */
export function productNames(): readonly ProductName[] {
  names ??= generateProductNames();
  return names;
}

/** Generates product `id` (from 1), the same in every run, with one variant or five. */
export function generateProduct(id: number): GeneratedProduct {
  const all = productNames();
  const name = all[(id - 1) % all.length] as ProductName;
  const copy = Math.floor((id - 1) / all.length);
  const price = 199 + scatter(id, 4800);
  return {
    slug: `${name.productDisplayName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id}`,
    name: copy === 0 ? name.productDisplayName : `${name.productDisplayName} ${copy + 1}`,
    description: describe(name),
    brand: name.productDisplayName.split(' ')[0] ?? '',
    category: name.articleType,
    keywords: [name.gender, name.baseColour, name.season, name.usage, name.subCategory].join(' '),
    price,
    mrp: price + scatter(id * 3, 2000),
    variants: (sizesOf[name.masterCategory] ?? ['']).map((size, i) => ({
      size,
      sku: `${name.id}-${id}-${i}`,
      stock: scatter(id * 7 + i, 8) === 0 ? 0 : 1 + scatter(id * 5 + i, 40),
    })),
  };
}
