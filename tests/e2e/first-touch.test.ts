import { afterAll, beforeAll, inject, test } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop.ts';
import { addToCart } from './shopper.ts';
import { desktop, newVisitor, phone } from './visitor.ts';

/** Enough first visits that a choice lost now and then shows. */
const VISITS = 12;

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop(newDataDir(inject('demoTemplate')));
});
afterAll(() => shop.stop());

test('a size chosen in the very moment the page wakes counts, and the click after it is not lost', async () => {
  for (let visit = 0; visit < VISITS; visit++) {
    const { page, leave } = await newVisitor({ viewport: visit % 2 ? phone : desktop });
    await addToCart(page, shop, 'linen-shirt-with-spread-collar-sky', 'M');
    await leave();
  }
});
