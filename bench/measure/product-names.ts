import { scatter } from '#bench/measure/random.ts';

/** A made-up fashion product, described as a catalogue describes it. */
export interface ProductName {
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

/** Different products before names are repeated. */
const COUNT = 40_000;

const words = (text: string): string[] => text.split(' ');

const makers = words(
  'Aarna Banyan Chandan Dhaara Ekta Falguni Gulmohar Harit Indus Jharna Kesar Laharia Mayur Neem Ojas Pallav Rangoli Sarita Tulsi Udaan Vasant Yatra Zari Amrit Bela',
);
const genders = words('Men Women Boys Girls Unisex');
const colours = words(
  'Black White Blue Navy Red Maroon Green Olive Yellow Mustard Orange Rust Pink Peach Purple Lavender Brown Tan Beige Cream Grey Charcoal Teal Gold Silver',
);
const fabrics = words('Cotton Linen Silk Wool Denim Khadi Rayon Chanderi Jute Leather Canvas Velvet');
const patterns = words('Plain Striped Checked Printed Embroidered Woven Floral Dotted');
const seasons = words('Summer Winter Spring Autumn');
const usages = words('Casual Formal Sports Ethnic Party Travel');

/** Kinds of products: master category, sub-category, and their names. */
const kinds = [
  ['Apparel', 'Topwear', 'Shirts, T-Shirts, Kurtas, Tops, Tunics, Sweaters, Sweatshirts, Jackets, Blazers, Waistcoats'],
  ['Apparel', 'Bottomwear', 'Jeans, Trousers, Shorts, Skirts, Leggings, Churidar, Salwar, Track Pants'],
  ['Apparel', 'Dress', 'Dresses, Jumpsuits, Sarees, Lehenga'],
  ['Apparel', 'Nightwear', 'Night Suits, Nightdress, Robes'],
  ['Footwear', 'Shoes', 'Casual Shoes, Formal Shoes, Sports Shoes, Heels, Flats'],
  ['Footwear', 'Sandals', 'Sandals, Flip Flops, Sports Sandals'],
  ['Accessories', 'Bags', 'Handbags, Backpacks, Clutches, Wallets, Laptop Bags, Duffel Bags'],
  ['Accessories', 'Wear', 'Belts, Scarves, Stoles, Caps, Ties, Socks, Gloves, Sunglasses, Watches'],
  ['Accessories', 'Jewellery', 'Earrings, Necklaces, Bangles, Rings, Bracelets, Pendants'],
].flatMap(([masterCategory = '', subCategory = '', names = '']) =>
  names.split(', ').map((articleType) => ({ masterCategory, subCategory, articleType })),
);

/** Generates product names, the same in every run; common kinds have more products than rare ones. */
export function generateProductNames(): ProductName[] {
  const pick = <Item>(list: readonly Item[], i: number, salt: number): Item => list[scatter(i * 31 + salt, list.length)] as Item;
  return Array.from({ length: COUNT }, (_, i) => {
    const kind = kinds[Math.min(scatter(i * 17 + 1, kinds.length), scatter(i * 13 + 2, kinds.length))] as (typeof kinds)[number];
    const [maker, gender, baseColour] = [pick(makers, i, 3), pick(genders, i, 4), pick(colours, i, 5)];
    const productDisplayName = `${maker} ${gender} ${baseColour} ${pick(patterns, i, 6)} ${pick(fabrics, i, 7)} ${kind.articleType}`;
    return {
      id: String(i + 1),
      gender,
      baseColour,
      ...kind,
      season: pick(seasons, i, 8),
      usage: pick(usages, i, 9),
      productDisplayName,
    };
  });
}
