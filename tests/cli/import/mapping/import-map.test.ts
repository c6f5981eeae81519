import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { runCommand } from '#cli/run-command.ts';
import { csvFile, readProducts, store, temporaryFolder, textFile } from '#tests/support/cli/run-command.ts';
import { tables } from './other-peoples-tables.ts';

async function productsIn(dataDir: string) {
  const db = await openDatabase(dataDir);
  try {
    return await readProducts(db);
  } finally {
    await db.destroy();
  }
}

/** Runs an import on a terminal, answering each question by the entry whose text it begins with, else by Enter. */
async function answer(dataDir: string, answers: Record<string, string[]>, ...args: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let out = '';
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = chunk.toString();
      out += text;
      if (/\]: $/.test(text)) {
        const found = Object.keys(answers).find((question) => text.includes(question));
        setImmediate(() => stdin.write(`${(found && answers[found]?.shift()) ?? ''}\r`));
      }
      done();
    },
  });
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  const context = { env, stdin, stdout, stderr: stdout, ownsProcess: false, exitCode: 0 };
  const code = await runCommand(['import', ...args, '--no-pictures'], context);
  return { code, out };
}

/** A table of 200 rows in words that no format knows: 40 dresses in five sizes, with a title, blank rows and totals. */
function bigTable(name = 'big.csv') {
  const sizes = ['S', 'M', 'L', 'XL', 'XXL'];
  const rows = Array.from({ length: 200 }, (_, i) => {
    const dress = Math.floor(i / 5) + 1;
    return [
      String(i + 1),
      `Dress ${dress}`,
      sizes[i % 5] ?? '',
      `Rs. ${500 + dress}/-`,
      String(i % 7),
      `https://pics.example/dress-${dress}.jpg`,
      'Cotton',
    ];
  });
  return csvFile(
    [
      ['MEENA FASHIONS', '', '', '', '', '', ''],
      ['', '', '', '', '', '', ''],
      ['Sl', 'Garment', 'Fitting', 'Sell @', 'Left', 'Snap', 'Cloth'],
      ...rows,
      ['Total', '', '', '', '600', '', ''],
    ],
    name,
  );
}

test('an unknown table of 200 rows becomes a shop by answering questions', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const answers = {
    'Sl: ': ['-'],
    'Garment: ': ['?'],
    'Left: ': ['stok', 'stock'],
    'Snap: ': ['<', 'photo'],
    'Cloth: ': ['fact'],
  };
  const { code, out } = await answer(dataDir, answers, bigTable(), '--map');
  expect(out).toContain('big.csv has 7 columns; their names are on line 3.');
  expect(out).toContain('Sell @: Rs. 501/-, Rs. 502/-, Rs. 503/- → Price? [Enter = yes]');
  expect(out).toContain('It can be: name (Name), price (Price)');
  expect(out).toMatch(
    /The first products would be:\n {2}Dress 1\n {4}S ₹501.00, 0 in stock · M ₹501.00, 1 in stock .*\n {4}Cloth: Cotton\n {4}Pictures: https:\/\/pics.example\/dress-1.jpg\n {2}Dress 2/,
  );
  expect(out.match(/^ {2}Dress \d+$/gm)).toHaveLength(5);
  expect(out).toContain('This is a table of its own columns: 40 products with 200 variants.');
  expect(out).toContain('Left out  1 row: a row of totals');
  expect(code).toBe(0);
  const products = await productsIn(dataDir);
  expect(products).toHaveLength(40);
  expect(products[6]).toMatchObject({ name: 'Dress 7', price: 50_700, pictures: expect.stringContaining('dress-7.jpg') });
  expect(products.every(({ variants }) => variants.length === 5)).toBe(true);

  // The same columns are read without questions from then on, on a terminal or not.
  const again = await store(dataDir, 'import', bigTable('again.csv'), '--no-pictures');
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('0 added, 0 changed, 40 unchanged')]);
  expect(readdirSync(join(dataDir, 'mappings'))).toHaveLength(1);
});

test('nothing is imported or kept when the owner says no to the preview', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const file = textFile(tables[0]?.text ?? '', 'table.csv');
  const { code, out } = await answer(dataDir, { 'Import like this': ['n'] }, file, '--map');
  expect([code, out]).toEqual([1, expect.stringContaining('Error: Nothing was imported.')]);
  expect(existsSync(dataDir)).toBe(false);
});

test('a mapping is asked again with the answers before as the guess', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const file = textFile('Name,Price,Colour code\nCup,100,A1\n', 'table.csv');
  await answer(dataDir, { 'Colour code: ': ['fact'] }, file, '--map');
  const { out } = await answer(dataDir, {}, file, '--map');
  expect(out).toContain('Colour code: A1 → A fact shown on the page? [Enter = yes]');
});

test('questions are repeated until there is a name and a price', async () => {
  const file = textFile('Foo,Bar\nBrass cup,x\nBrass lamp,y\nClay lamp,z\n', 'table.csv');
  const { out } = await answer(join(temporaryFolder(), 'shop'), { 'Bar: ': ['-', 'price'], 'Import like': ['n'] }, file, '--map');
  expect(out).toContain('No column is the price of a product. Once more:');
  expect(out).toContain('must be an amount such as 1499.00');
});

test("without a terminal, an owner's own sheet is imported by its guess", async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const file = textFile(
    'Product Name,Category,Size,MRP,Selling Price,Stock,Photo\nCotton Kurta,Kurtas,S,"Rs. 1,499/-","Rs. 1,299/-",4,kurta.jpg\n',
    'own-sheet.csv',
  );
  const plain = await store(dataDir, 'import', file, '--no-pictures');
  expect([plain.code, plain.out]).toEqual([1, expect.stringContaining('"Selling Price" → Price')]);
  expect(plain.out).toContain('Run it again with --map to check and import');
  const { code, out, err } = await store(dataDir, 'import', file, '--no-pictures', '--map', '--yes');
  // The picture's file is not there.
  expect([code, out]).toEqual([2, expect.stringContaining('1 product with 1 variant')]);
  expect(err).toContain('own-sheet.csv: "Product Name" → Name, "Category" → Category');
  const [product] = await productsIn(dataDir);
  expect(product).toMatchObject({ name: 'Cotton Kurta', category: 'Kurtas', price: 129_900, mrp: 149_900 });
  expect(product?.variants).toMatchObject([{ product_variation: 'S', price: 129_900, stock: 4 }]);
});

test('without a terminal, a table without a certain name or price is refused in one sentence', async () => {
  const unsure = textFile('Thing,Worth\nBrass cup,₹ 100\nBrass lamp,₹ 200\nClay lamp,₹ 300\n', 'unsure.csv');
  const { code, err } = await store(join(temporaryFolder(), 'shop'), 'import', unsure, '--map');
  expect([code, err]).toEqual([
    1,
    'Error: unsure.csv: which column is the name and which is the price is not certain. Call it "Name" and "Price" in the file, or run the command with --map on a terminal, or name a mapping with --mapping FILE\n',
  ]);
});

test('an export of a system whose rows belong together is not guessed', async () => {
  const magento = textFile('sku,_attribute_set,_type,name,price,qty\nMUG,Default,simple,Mug,100,2\n', 'magento.csv');
  const { code, err } = await store(join(temporaryFolder(), 'shop'), 'import', magento, '--map', '--yes');
  expect([code, err]).toEqual([1, expect.stringContaining('magento.csv: the file is an export of Magento 1')]);
});

test('an inventory export beside a table is not asked about', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const inventory = textFile(
    'Handle,Title,Option1 Name,Option1 Value,Available\ncup,Cup,Title,Default Title,7\n',
    'inventory.csv',
  );
  const table = textFile('Item,Rate,Qty\nCup,100,1\n', 'table.csv');
  const { code, out } = await store(dataDir, 'import', table, inventory, '--map', '--yes', '--no-pictures');
  expect([code, out]).toEqual([0, expect.stringContaining('1 variant has its stock from the inventory export')]);
  expect((await productsIn(dataDir))[0]?.variants).toMatchObject([{ stock: 7 }]);
});

test('a mapping file is used by its name, and refused when the table lacks its columns', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const mapping = join(temporaryFolder(), 'cups.json');
  const columns = [
    { column: 'Thing', is: 'name' },
    { column: 'Worth', is: 'price' },
  ];
  writeFileSync(mapping, JSON.stringify({ columns, fillDown: [], hasHeadings: false, productsBy: 'name' }));
  const file = textFile('Thing,Worth\nBrass cup,₹ 100\n', 'cups.csv');
  expect(await store(dataDir, 'import', file, '--no-pictures', '--mapping', mapping)).toMatchObject({ code: 0 });
  expect(await productsIn(dataDir)).toMatchObject([{ name: 'Brass cup', price: 10_000 }]);
  const other = textFile('Thing,Cost\nBrass cup,₹ 100\n', 'other.csv');
  expect(await store(dataDir, 'import', other, '--no-pictures', '--mapping', mapping)).toMatchObject({
    code: 1,
    err: `Error: ${mapping} names the column "Worth", which other.csv does not have\n`,
  });
  expect(await store(dataDir, 'import', file, '--mapping', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no mapping'),
  });
  expect(readFileSync(mapping, 'utf8')).toContain('Worth');
});

test('an MRP below the price is refused, with a sentence that helps', async () => {
  const file = textFile('Name,Price,MRP\nCup,100,120\nJug,300,200\nPot,150,180\n', 'table.csv');
  const { code, out } = await store(join(temporaryFolder(), 'shop'), 'import', file, '--no-pictures', '--map', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'refused',
    badRows: [
      {
        line: 3,
        column: 'MRP',
        value: '200',
        reason: 'is "200", which is below the price of "300"',
        help: expect.stringContaining('nothing may be sold above its MRP'),
      },
    ],
  });
});
