import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { measureFont } from '#api/extend/site-files.ts';
import { projectFolder } from '#server/builds/build-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const subset = (name: string): string => join(projectFolder, 'src/lib/page/theme/subsets', `${name}.woff2`);

beforeAll(() => {
  cpSync(subset('nunito'), join(folder, 'nunito.woff2'));
  writeFileSync(join(folder, 'torn.woff2'), 'wOF2 and nothing more');
});

let configs = 0;

/** Loads a configuration with these fonts, on its fourth line. */
function load(fonts: string): Promise<unknown> {
  const file = join(folder, `shop-${++configs}.config.ts`);
  writeFileSync(file, `import { defineShop } from 'haat/config';\n\nexport default defineShop({\n  fonts: ${fonts},\n});\n`);
  return readShopConfig({ SHOP_CONFIG: file });
}

test('a font for text and several files for titles can be used', async () => {
  const fonts = `{
    text: { file: './nunito.woff2' },
    title: [{ file: './nunito.woff2', weight: '700', unicodeRange: 'U+0-FF, U+20B9', fallback: 'serif' }],
  }`;
  expect(await load(fonts)).toMatchObject({ fonts: { text: { file: './nunito.woff2' } } });
});

test.each([
  ["{ text: { file: './gone.woff2' } }", /there is no file \/\S+\/gone\.woff2$/],
  ["{ text: { file: './torn.woff2' } }", /torn\.woff2 is not a font that can be read$/],
  ["{ text: { file: '/etc/font.woff2' } }", /there is no file \/etc\/font\.woff2$/],
  ["{ text: { file: './nunito.ttf' } }", /fonts\.text\[0\]\.file must be the path of a \.woff2 file$/],
  ["{ text: { file: './nunito.woff2', weight: 'bold' } }", /fonts\.text\[0\]\.weight must be a weight such as 400/],
  ["{ title: [{ file: './nunito.woff2', unicodeRange: 'a-z' }] }", /fonts\.title\[0\]\.unicodeRange must be as in CSS/],
  ["{ title: [{ file: './nunito.woff2', fallback: 'cursive' }] }", /fonts\.title\[0\]\.fallback must be sans-serif or serif$/],
  ['{ title: [] }', /fonts\.title must name at least one file$/],
  ["{ body: { file: './nunito.woff2' } }", /fonts\.body is not something that a shop can be configured with$/],
])('fonts: %s is a mistake with file and line', async (fonts, says) => {
  const message = await load(fonts).catch((error: Error) => error.message);
  expect(message).toMatch(/^\/\S+\/shop-\d+\.config\.ts:4: /);
  expect(message).toMatch(says);
});

test('a fallback has the metrics of the tables, near those measured on texts of the shop', async () => {
  // Those of lib/page/theme/fonts.ts.
  const measured = {
    'instrument-sans': [101.3, 95.8, 24.7],
    nunito: [101.2, 99.9, 34.9],
    'noto-sans-devanagari': [103.4, 86.7, 39.5],
  };
  for (const [name, numbers] of Object.entries(measured))
    for (const [index, value] of (await measureFont(subset(name))).entries())
      expect(Math.abs(value / (numbers[index] as number) - 1), `${name} ${index}`).toBeLessThan(0.04);
});
