import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const rows = [
  ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'],
  ['cap', 'Cap', 'Caps', '499', '4'],
];

async function newShop() {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', csvFile(rows), '--no-pictures');
  return {
    dataDir,
    set: (...assignments: string[]) => store(dataDir, 'shipping', 'set', ...assignments),
    charges: async () => JSON.parse((await store(dataDir, 'shipping', 'show', '--json')).out) as unknown,
  };
}

test('shipping is free until the owner sets a charge, a free-from amount and a fee, and again after resetting them', async () => {
  const { set, charges, dataDir } = await newShop();
  const none = { charge: '0.00', free_from: null, cod_fee: '0.00' };
  expect(await charges()).toEqual(none);
  expect((await store(dataDir, 'shipping', 'show')).out).toContain('Shoppers read: Shipping is free.');
  const changed = await set('charge=49', 'free_from=499.50', 'cod_fee=30');
  expect(changed).toMatchObject({ code: 0, err: '' });
  expect(changed.out).toContain('Shoppers read: Shipping ₹49.00, free over ₹499.50. Cash on delivery fee ₹30.00.');
  expect(await charges()).toEqual({ charge: '49.00', free_from: '499.50', cod_fee: '30.00' });
  await set('free_from=');
  expect(await charges()).toEqual({ charge: '49.00', free_from: null, cod_fee: '30.00' });
  await set('charge=0');
  expect(await charges()).toEqual({ ...none, cod_fee: '30.00' });
  await set('cod_fee=');
  expect(await charges()).toEqual(none);
});

test('charges and theme do not overwrite each other', async () => {
  const { set, charges, dataDir } = await newShop();
  await set('charge=49');
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
  expect(await charges()).toMatchObject({ charge: '49.00' });
  await set('cod_fee=30');
  expect(JSON.parse((await store(dataDir, 'theme', 'show', '--json')).out)).toMatchObject({ store_name: 'Meena Stores' });
  expect((await store(dataDir, 'theme', 'set', 'shipping=49')).err).toContain('There is no setting "shipping"');
});

test('a theme change that takes long does not undo a charge set meanwhile', async () => {
  const { set, charges, dataDir } = await newShop();
  const logo = join(dataDir, 'logo.png');
  await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#1f4d3a' } })
    .png()
    .toFile(logo);
  const themed = store(dataDir, 'theme', 'set', 'store_name=Meena Stores', `logo=${logo}`);
  expect(await set('charge=49')).toMatchObject({ code: 0 });
  expect(await themed).toMatchObject({ code: 0 });
  expect(await charges()).toMatchObject({ charge: '49.00' });
  expect(JSON.parse((await store(dataDir, 'theme', 'show', '--json')).out)).toMatchObject({ store_name: 'Meena Stores' });
});

test.each([
  ['charge=-1', 1, 'charge must be rupees such as 49 or 49.50, or empty, but is "-1"'],
  ['charge=₹49', 1, 'charge must be rupees'],
  ['cod_fee=1.555', 1, 'cod_fee must be rupees'],
  ['charge=9999999', 1, 'charge must be rupees'],
  ['free_from=499', 1, 'free_from needs a charge'],
  ['fee=30', 1, 'There is no charge "fee". Charges are: charge, free_from, cod_fee'],
  ['toString=30', 1, 'There is no charge "toString"'],
  ['charge', 2, '"charge" is not of the form name=rupees'],
])('"%s" is refused and changes nothing', async (assignment, code, message) => {
  const { set, charges } = await newShop();
  const before = await charges();
  expect(await set('cod_fee=30', assignment)).toMatchObject({ code, err: expect.stringContaining(message) });
  expect(await charges()).toEqual(before);
});
