import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { realFiles } from '#tests/support/real-files.ts';
import { countWooCommerce, type ShopCount } from './count-woocommerce.ts';

async function countShop(db: Db): Promise<ShopCount> {
  const products = await readProducts(db);
  const variants = products.flatMap((product) => product.variants);
  return {
    products: products.length,
    variants: variants.length,
    pictures: [...new Set(products.flatMap(({ pictures }) => pictures.split(',').filter(Boolean)))].sort(),
    categories: [...new Set(products.map(({ category }) => category))].sort(),
    prices: variants.map(({ price }) => price).sort((a, b) => a - b),
  };
}

const folder = realFiles && join(realFiles, 'catalogues/woocommerce');
if (folder)
  test.each(readdirSync(folder).filter((name) => name.endsWith('.csv')))(
    'the WooCommerce export %s gives a shop with what an own count finds in it',
    async (name) => {
      const { db } = await emptyShop();
      const file = join(folder, name);
      const summary = await importFiles(db, [file]);
      expect(summary).toMatchObject({ outcome: 'imported', badRows: [] });
      expect(await countShop(db)).toEqual(countWooCommerce(file));
      expect((await importFiles(db, [file])).products).toMatchObject({ added: 0, changed: 0, withdrawn: 0 });
    },
  );
else test.skip('real exports: set HAAT_REAL_FILES to a folder of them', () => undefined);
