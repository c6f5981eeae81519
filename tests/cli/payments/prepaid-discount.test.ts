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
    set: (value: string) => store(dataDir, 'payments', 'set', `prepaid_discount=${value}`),
    show: async () => JSON.parse((await store(dataDir, 'payments', 'show', '--json')).out) as unknown,
  };
}

test('paying ahead saves nothing until the owner sets a discount in percent or rupees, and again after resetting it', async () => {
  const { dataDir, set, show } = await newShop();
  expect(await show()).toEqual({ prepaid_discount: null });
  expect(await set('5%')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('takes 5% off the items, after a coupon'),
  });
  expect(await show()).toEqual({ prepaid_discount: { percent: 5 } });
  await set('49.5');
  expect(await show()).toEqual({ prepaid_discount: { amount: '49.50' } });
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
  expect(await show()).toEqual({ prepaid_discount: { amount: '49.50' } });
  expect((await store(dataDir, 'theme', 'set', 'prepaid_discount=5')).err).toContain('There is no setting "prepaid_discount"');
  for (const none of ['', '0', '0%']) {
    await set('5%');
    await set(none);
    expect(await show()).toEqual({ prepaid_discount: null });
  }
  expect((await store(dataDir, 'payments', 'show')).out).toContain('Paying ahead saves nothing.');
});

test.each(['101%', '2.5%', 'five', '-5', '1e3', '5 %'])('a discount of "%s" is refused and changes nothing', async (value) => {
  const { set, show } = await newShop();
  await set('5%');
  expect(await set(value)).toMatchObject({ code: 1, err: expect.stringContaining('prepaid_discount must be whole percent') });
  expect(await show()).toEqual({ prepaid_discount: { percent: 5 } });
});

test('another setting is refused by name', async () => {
  const { dataDir } = await newShop();
  expect((await store(dataDir, 'payments', 'set', 'discount=5')).err).toContain('There is no setting "discount"');
});
