import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { findConfigProblem } from '#api/extend/shop-config.ts';
import { findTextProblem, listSentences } from '#api/extend/shop-texts.ts';
import { spawnSources } from '#tests/support/cli/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `config check` says of a shop with these files. */
async function check(files: Record<string, string>) {
  const dataDir = mkdtempSync(join(folder, 'shop-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, name), text);
  const { code, out, err } = await spawnSources(dataDir, 'config', 'check');
  return { code, said: (out + err).replaceAll(`${dataDir}/`, '') };
}

test.each([
  [
    "texts: {\n    'Your cart is empt': 'x',\n  }",
    'shop.config.ts:5: "Your cart is empt" is not a sentence of this shop. Did you mean "Your cart is empty"?',
  ],
  [
    "texts: {\n    'Buy one, get nothing at all': 'x',\n  }",
    'shop.config.ts:5: "Buy one, get nothing at all" is not a sentence of this shop\n',
  ],
  [
    "texts: {\n    'We cannot find this pincode. Check its 6 digits.': ' ',\n  }",
    'shop.config.ts:5: "We cannot find this pincode. Check its 6 digits." has no words',
  ],
  [
    "texts: {\n    'Only {stock} of {name} left': '{name}',\n  }",
    'shop.config.ts:5: "Only {stock} of {name} left" must have {name} and {stock} in its words, not {name}',
  ],
  [
    "texts: {\n    'Your cart is empty': '{n}',\n  }",
    'shop.config.ts:5: "Your cart is empty" must have no placeholder in its words, not {n}',
  ],
  ["texts: {\n    'Your cart is empty': 1,\n  }", 'shop.config.ts:5: texts.Your cart is empty is not as it must be'],
  ["language: 'hindi'", 'shop.config.ts:4: language must be the tag of a language, such as hi or ta-IN'],
  ["language: 'h i'", 'shop.config.ts:4: language must be the tag of a language'],
])('%j is a mistake with its line', async (part, says) => {
  const config = `import { defineShop } from 'haat/config';\n\nexport default defineShop({\n  ${part},\n});\n`;
  const { code, said } = await check({ 'shop.config.ts': config });
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(says) });
});

test('a mistake in a file of words is named there', async () => {
  const words = '{\n  "Your cart is empty": "आपका कार्ट खाली है",\n  "Sold outt": "x"\n}\n';
  const config = "import texts from './texts.hi.json' with { type: 'json' };\nexport default { language: 'hi', texts };\n";
  const { code, said } = await check({ 'shop.config.ts': config, 'texts.hi.json': words });
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('texts.hi.json:3: "Sold outt" is not a sentence') });
});

test('a sentence of another version is ignored, and named by doctor', async () => {
  const dataDir = mkdtempSync(join(folder, 'shop-'));
  const config = "export default { texts: { 'Your cart is empt': 'x', 'Your cart is empty': 'Nothing here' } };\n";
  writeFileSync(join(dataDir, 'shop.config.ts'), config);
  expect(await readShopConfig({ DATA_DIR: dataDir })).toMatchObject({ texts: { 'Your cart is empty': 'Nothing here' } });
  const { out } = await spawnSources(dataDir, 'doctor');
  expect(out).toContain('"Your cart is empt" is not a sentence of this shop. Did you mean "Your cart is empty"?');
});

test('words may repeat and reorder placeholders', () => {
  expect(findTextProblem({ 'Only {stock} of {name} left': '{name}: {stock}, {stock}' })).toBeUndefined();
});

test.each(['hi', 'ta-IN', 'sat-Olck', 'en-GB', 'kok'])('%s is a language', (language) => {
  expect(findConfigProblem({ language })).toBeUndefined();
});

test('the language of the shop is no sentence', () => {
  expect(listSentences().has('en-IN')).toBe(false);
  expect(listSentences().get('Your cart is empty')).toBe('lib/contract/messages/failures.ts');
});
