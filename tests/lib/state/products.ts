import type { CartItem } from '#lib/contract/cart.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import type { Tab } from './tab.ts';

/** Makes a cart line for a size of a product, as the product page does. */
export async function lineFor(shop: TestShop, tab: Tab, slug: string, size?: string, quantity = 1): Promise<CartItem> {
  const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug } });
  return tab.toCartLine(
    data,
    data.variants.find((variant) => variant.product_variation === size),
    quantity,
  );
}

/** Adds a T-shirt in two sizes, with low stock in L, and a cap without sizes. */
export async function stockShop(shop: TestShop): Promise<void> {
  await shop.add({ name: 'Plain T-Shirt', category: 'T-Shirts', slug: 'tee', price: 49900, stock: { M: 50, L: 3 } });
  await shop.add({ name: 'Cap', category: 'Caps', slug: 'cap', price: 19900, stock: 50 });
}
