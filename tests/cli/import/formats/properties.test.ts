import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormatFixture } from '#tests/support/cli/format-fixture.ts';
import { formatFixtures, PRICE_COLUMN } from '#tests/support/cli/format-fixtures.ts';
import { parseProducts, toCsv } from '#tests/support/cli/parse-products.ts';
import { emptyShop, importFiles, readProducts, textFile } from '#tests/support/cli/run-command.ts';

const swap = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

const encodings: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => swap(Buffer.from(`\ufeff${text}`, 'utf16le')),
  (text) => swap(Buffer.from(text, 'utf16le')),
];
const separators = [',', ';', '\t', '|'];
const lineEnds = ['\n', '\r\n', '\r'];

/** Products without the fingerprint of the file's values, which differs also when the shop keeps its own. */
const withoutHash = (products: readonly object[]) => products.map((product) => ({ ...product, import_hash: '' }));

const fixtures = Object.entries(formatFixtures);

/** Rows with the columns in another order, and columns that no system has. */
const arbitraryTable = ({ rows, isPositional }: FormatFixture) => {
  const places = rows[0]?.map((_, place) => place) ?? [];
  const order = isPositional
    ? fc.constant(places)
    : fc.shuffledSubarray(places, { minLength: places.length, maxLength: places.length });
  const extra = fc.array(fc.string({ unit: fc.constantFrom(...'a1, "\nह'), maxLength: 6 }), { maxLength: isPositional ? 0 : 2 });
  return fc
    .tuple(order, extra)
    .map(([permutation, texts]) =>
      rows.map((row, line) => [
        ...texts.map((text, index) => (line === 0 ? `Unknown ${index}` : text)),
        ...permutation.map((place) => row[place] ?? ''),
      ]),
    );
};

describe.each(fixtures)('a file of %s', (_, fixture) => {
  test('gives the same products whatever its columns, quotes, line ends, separator and encoding', async () => {
    const { products: wanted } = await parseProducts(toCsv(fixture.rows));
    await fc.assert(
      fc.asyncProperty(
        arbitraryTable(fixture),
        fc.boolean(),
        fc.constantFrom(...lineEnds),
        fc.constantFrom(...separators),
        fc.constantFrom(...encodings),
        async (rows, quoteAll, end, separator, encode) => {
          const { parsed, products } = await parseProducts(encode(toCsv(rows, { separator, end, quoteAll })));
          expect(parsed.badRows).toEqual([]);
          expect(products).toEqual(wanted);
        },
      ),
      { numRuns: 24 },
    );
  });

  test('that was cut off at any byte is refused, or gives its first rows', async () => {
    const [header = [], ...rows] = fixture.rows;
    const bytes = Buffer.from(toCsv(fixture.rows));
    const ends = [header, ...rows].map((_, index) => Buffer.from(toCsv([header, ...rows].slice(0, index + 1))).length);
    const first = async (count: number) => (await parseProducts(toCsv([header, ...rows.slice(0, count)]))).products;
    for (const [index, end] of ends.entries()) {
      if (index === 0) continue;
      const start = ends[index - 1] ?? 0;
      const lastCell = Buffer.from(toCsv([[(rows[index - 1] ?? []).at(-1) ?? '']])).length;
      expect((await parseProducts(bytes.subarray(0, end))).products).toEqual(await first(index));
      // What a cut takes of the last cell looks like a shorter cell: an import asks before it changes a product of the shop by it.
      for (let cut = start + 1; cut < end - lastCell; cut += 7)
        expect((await parseProducts(bytes.subarray(0, cut))).parsed.isUnreadable).toBe(true);
    }
  });

  test('imports again without a change, takes a new price, and changes nothing when it is cut off', async () => {
    const { db } = await emptyShop();
    const text = toCsv(fixture.rows);
    await importFiles(db, [textFile(text)]);
    const before = await readProducts(db);
    expect(before).toHaveLength(fixture.products.length);
    const again = await importFiles(db, [textFile(text)]);
    expect(again.products).toMatchObject({ added: 0, changed: 0, withdrawn: 0, unchanged: before.length });

    const lines = text.split(/(?<=\n)/);
    for (let line = 1; line < lines.length; line++) {
      const whole = lines.slice(0, line).join('');
      const within = await importFiles(db, [textFile(whole + lines[line]?.slice(0, 20))], { yesWithdraw: before.length });
      expect(within.outcome).toBe('unreadable');
      await importFiles(db, [textFile(whole)]);
      expect([line, await readProducts(db)]).toEqual([line, before]);
    }

    const price = fixture.rows[0]?.findLastIndex((name) => PRICE_COLUMN.test(name)) ?? -1;
    const line = fixture.rows.findIndex((row, index) => index > 0 && /\d/.test(row[price] ?? ''));
    const changed = fixture.rows.map((row, index) => (index === line ? row.with(price, '1777.00') : row));
    const { products, variants } = await importFiles(db, [textFile(toCsv(changed))]);
    expect(products).toMatchObject({ added: 0, changed: 1, withdrawn: 0 });
    expect(variants).toMatchObject({ added: 0, withdrawn: 0 });
  });

  test('that was cut off in its last cell changes no product of the shop', async () => {
    const { db } = await emptyShop();
    const text = toCsv(fixture.rows);
    await importFiles(db, [textFile(text)]);
    const before = await readProducts(db);
    const lines = text.split(/(?<=\n)/);
    for (let line = 1; line < lines.length; line++) {
      const whole = lines.slice(0, line).join('');
      const lastCell = toCsv([[fixture.rows[line]?.at(-1) ?? '']]).trimEnd();
      for (let cut = 1; cut <= lastCell.length; cut++) {
        const row = lines[line]?.trimEnd().slice(0, -cut);
        await importFiles(db, [textFile(whole + row)]);
        // What was not for sale may become a product: the shop does not know it.
        const after = (await readProducts(db)).filter(({ slug }) => before.some((product) => product.slug === slug));
        expect([row, withoutHash(after)]).toEqual([row, withoutHash(before)]);
      }
    }
  });
});
