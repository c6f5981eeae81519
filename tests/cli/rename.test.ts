import { expect, test } from 'vitest';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { csvFile, emptyShop, importFiles, store } from '#tests/support/cli/run-command.ts';

const file = (...rows: string[][]) => csvFile([['Handle', 'Title', 'Variant Price'], ...rows]);

test('the command renames, joins a withdrawn product to its successor, and refuses what is unclear', async () => {
  const { db, dataDir } = await emptyShop();
  const slugOf = async (asked: string) => (await findProductBySlug(db, asked))?.slug;
  await importFiles(db, [file(['shirt', 'Shirt', '500'], ['hat', 'Hat', '100'])]);
  expect(await store(dataDir, 'rename', 'shirt', 'Linen Shirt')).toMatchObject({
    code: 0,
    out: expect.stringContaining('/products/linen-shirt'),
  });
  expect(await slugOf('shirt')).toBe('linen-shirt');
  expect((await store(dataDir, 'rename', 'linen-shirt', 'hat')).err).toContain('Withdraw "linen-shirt" first');
  expect((await store(dataDir, 'rename', 'none', 'hat')).err).toContain('There is no product "none"');
  expect((await store(dataDir, 'rename', 'hat', 'a/b')).err).toContain('can only contain letters');
  await importFiles(db, [file(['cap', 'Cap', '100'])], { replace: true });
  expect((await store(dataDir, 'rename', 'hat', 'cap')).code).toBe(0);
  expect(await slugOf('hat')).toBe('cap');
});
