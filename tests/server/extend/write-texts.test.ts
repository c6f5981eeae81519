import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSentences } from '#api/extend/shop-texts.ts';
import { spawnSources, temporaryFolder } from '#tests/support/cli/run-command.ts';

const EMPTY = 'Your cart is empty';

test.each(['texts.hi.ts', 'texts.hi.json'])('config texts writes every sentence to %s and keeps its words', async (name) => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, name);
  expect(await spawnSources(dataDir, 'config', 'texts', file)).toMatchObject({ code: 0 });
  const written = readFileSync(file, 'utf8');
  for (const sentence of listSentences().keys())
    expect(written).toContain(`${JSON.stringify(sentence)}: ${JSON.stringify(sentence)}`);

  const words = written
    .replace(`"${EMPTY}": "${EMPTY}"`, `"${EMPTY}": "आपका कार्ट खाली है"`)
    .replace('{', '{\n  "A former sentence": "पुराना",');
  writeFileSync(file, words);
  const { code, out } = await spawnSources(dataDir, 'config', 'texts', file, '--json');
  const { missing, unused } = JSON.parse(out);
  expect({ code, unused }).toEqual({ code: 0, unused: { 'A former sentence': 'पुराना' } });
  expect(missing).toHaveLength(listSentences().size - 1);
  expect(readFileSync(file, 'utf8')).toBe(written.replace(`"${EMPTY}": "${EMPTY}"`, `"${EMPTY}": "आपका कार्ट खाली है"`));

  const attributes = name.endsWith('.json') ? " with { type: 'json' }" : '';
  writeFileSync(
    join(dataDir, 'shop.config.ts'),
    `import texts from './${name}'${attributes};\nexport default { language: 'hi', texts };\n`,
  );
  expect(await spawnSources(dataDir, 'config', 'check')).toMatchObject({
    code: 0,
    out: expect.stringContaining('language, texts'),
  });
});

test('config texts prints the words of the configuration, also of sentences that it no longer has', async () => {
  const dataDir = temporaryFolder();
  const config = `export default { texts: { '${EMPTY}': 'Nothing here', 'A former sentence': 'x' } };\n`;
  writeFileSync(join(dataDir, 'shop.config.ts'), config);
  const { code, out } = await spawnSources(dataDir, 'config', 'texts');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`"${EMPTY}": "Nothing here",\n`) });
  expect(out).toMatch(/^export default \{\n {2}\/\/ /);
  expect(out).not.toContain('A former sentence');
});

test('config texts writes no other kind of file', async () => {
  const file = join(temporaryFolder(), 'words.txt');
  expect(await spawnSources(temporaryFolder(), 'config', 'texts', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('must end with .ts or .json'),
  });
  expect(existsSync(file)).toBe(false);
});
