import type { Page } from 'playwright';
import type { Product } from '../../src/lib/contract/catalogue.ts';
import { allProducts, createCustomer, type Session } from '../../tests/support/browser/customer.ts';
import { type OrderLine, placeOrder } from '../../tests/support/browser/place-order.ts';
import type { ShopAddress } from '../../tests/support/browser/shop-server.ts';

/** Products and a category that show something. A shop that has none shows another one. */
export interface Places {
  /** Path of the category with the most products. */
  listing: string;
  /** The dearest product in stock. */
  product: Product;
  /** In sizes, of which one is sold out. */
  sized: Product;
  plain: Product;
  /** In several colours, each with a page of its own. */
  designs: Product;
  /** With two choices on its page. */
  options: Product;
  guide: Product;
  pictures: Product;
  soldOut: Product;
  longName: Product;
  hindi: Product;
  tamil: Product;
}

/** A browser in a shop. */
export interface Visit {
  page: Page;
  shop: ShopAddress;
  places: Places;
  /** A customer with orders, wishes and a saved address. */
  customer: () => Promise<Session>;
}

/** What is opened and how. */
export interface Screen {
  /** Name of its files. */
  name: string;
  path: (places: Places) => string;
  /** Writes what the browser has saved, before the page is loaded. */
  before?: (visit: Visit) => Promise<unknown>;
  /** Opens the state to show. */
  open?: (visit: Visit) => Promise<unknown>;
  /** Whether only phones have it. */
  narrow?: true;
  /** Whether it is also taken from its top to its end. */
  whole?: true;
}

/** A product's first size that can be ordered several times. */
export const lineOf = ({ slug, variants }: Product): OrderLine => {
  const size = variants.find(({ stock }) => stock > 5)?.product_variation;
  return { slug, ...(size !== undefined && { size }) };
};

export async function findPlaces(shop: ShopAddress): Promise<Places> {
  const products = await allProducts(shop);
  const inStock = products.filter(({ product_stock, variants }) => product_stock > 5 || variants.some(({ stock }) => stock > 5));
  const [product] = inStock.toSorted((one, other) => Number(other.final_price) - Number(one.final_price));
  if (!product) throw new Error(`${shop.url} has no products in stock.`);
  const find = (isWanted: (product: Product) => boolean): Product => inStock.find(isWanted) ?? product;
  const named = (pattern: RegExp): Product => find(({ name }) => pattern.test(name));
  const counts = Map.groupBy(products, ({ sub_category }) => sub_category.sub_category_name);
  const [largest = ''] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return {
    listing: `/shop?categories=${encodeURIComponent(largest.toLowerCase())}`,
    product,
    sized: find(({ variants }) => variants.some(({ stock }) => stock === 0)),
    plain: find(({ variants }) => variants.length === 0),
    designs: find(({ designs = [] }) => designs.length > 1),
    options: find(({ option_name = '' }) => option_name.includes(' / ')),
    guide: find(({ name, variants }) => /kurta/i.test(name) && variants.some(({ stock }) => stock > 5)),
    pictures: inStock.reduce((most, one) => (one.product_images.length > most.product_images.length ? one : most)),
    soldOut:
      products.find(({ product_stock, variants }) => product_stock === 0 && variants.every(({ stock }) => !stock)) ?? product,
    longName: products.reduce((longest, one) => (one.name.length > longest.name.length ? one : longest)),
    hindi: named(/\p{Script=Devanagari}/u),
    tamil: named(/\p{Script=Tamil}/u),
  };
}

/** Creates a customer with an order of several items, one that is cancelled and one that is delivered, where `setStatus` can say so. */
export async function createBuyer(
  shop: ShopAddress,
  { plain, sized, product }: Places,
  setStatus?: (number: string, ...status: string[]) => Promise<unknown>,
): Promise<Session> {
  const buyer = await createCustomer(shop);
  await placeOrder(shop, buyer, [lineOf(plain), lineOf(sized), { ...lineOf(product), quantity: 2 }]);
  const [cancelled] = await placeOrder(shop, buyer, [lineOf(sized)]);
  const [delivered] = await placeOrder(shop, buyer, [lineOf(plain), lineOf(sized)]);
  await setStatus?.(cancelled?.order_number ?? '', 'order is cancelled', '--reason', 'Out of stock');
  await setStatus?.(delivered?.order_number ?? '', 'order is delivered');
  return buyer;
}
