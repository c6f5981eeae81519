import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyShop, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const file = (text: string): string => {
  const path = join(temporaryFolder(), 'redirects.csv');
  writeFileSync(path, text);
  return path;
};

test('a file in the columns of Shopify’s export is imported, and what is left out is said by line', async () => {
  // Columns: https://help.shopify.com/en/manual/online-store/menus-and-links/url-redirect
  const { dataDir } = await emptyShop();
  const { code, out } = await store(
    dataDir,
    'redirects',
    'import',
    file('Redirect from,Redirect to\n/old,/products/new\n/shop,/products/new\n"/a,b",/shop\n/c,javascript:alert(1)\n'),
  );
  expect(code).toBe(0);
  expect(out).toContain('2 redirects added');
  expect(out).toContain('line 3: "/shop" is an address of this shop itself');
  expect(out).toContain('line 5: "javascript:alert(1)" must be a path of this shop');
  const listed = JSON.parse((await store(dataDir, 'redirects', 'list', '--json')).out);
  expect(listed).toMatchObject([
    { from: '/a,b', to: '/shop' },
    { from: '/old', to: '/products/new' },
  ]);
});

test('two columns are enough, with a header of other words or none, separated by semicolons or tabs', async () => {
  const { dataDir } = await emptyShop();
  const add = async (text: string) => (await store(dataDir, 'redirects', 'import', file(text), '--json')).out;
  expect(JSON.parse(await add('/a;/shop\n/b;/shop\n'))).toMatchObject({ added: 2 });
  expect(JSON.parse(await add('\ufeffPurana\tNaya\n/c\t/shop\n'))).toMatchObject({ added: 1 });
  expect(JSON.parse(await add('id,source,target\n1,/d,/shop\n'))).toMatchObject({ added: 1 });
  const wrong = await store(dataDir, 'redirects', 'import', file('Name,Price,Colour\nShirt,5,red\n'));
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('"Redirect from" and "Redirect to"') });
});

test('single ones are added and removed', async () => {
  const { dataDir } = await emptyShop();
  const run = (...args: string[]) => store(dataDir, 'redirects', ...args);
  expect((await run('add', 'https://former.example/blog/', 'https://blog.example')).out).toContain('now leads to');
  expect((await run('add', '/x', 'http://blog.example')).err).toContain('begins with https://');
  expect((await run('list')).out).toContain('/blog');
  expect((await run('remove', '/BLOG')).code).toBe(0);
  expect((await run('remove', '/blog')).err).toContain('There is no redirect from "/blog"');
  expect((await run('list')).out).toContain('There are no redirects.');
});
