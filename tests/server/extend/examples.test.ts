import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { readProjectFile } from '#tests/house/imports.ts';

/** The examples of docs/extend.md, as files of folders outside of the project. */
const examples = [...readProjectFile('docs/extend.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const fixtures = new URL('../../fixtures/extensions/', import.meta.url);
/** The same, as they were first published. */
const published = readdirSync(fixtures)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(new URL(name, fixtures), 'utf8'));
const configs = [...examples, ...published].filter((code) => code.includes('export default defineShop('));

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (args: string[], settings: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...settings },
  });

beforeAll(() => {
  run(['src/cli/main.ts', 'config', 'init'], { DATA_DIR: folder });
});

test('every example of docs/extend.md compiles', { timeout: 90_000 }, () => {
  expect(examples.length).toBeGreaterThan(5);
  for (const [index, code] of examples.entries()) writeFileSync(join(folder, `example-${index}.ts`), code);
  const settings = join(folder, 'tsconfig.json');
  const { status, stdout } = run(['node_modules/typescript/bin/tsc', '-p', withExamples(settings)]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

/** Settings of an editor, for the examples too. */
function withExamples(settings: string): string {
  const file = join(folder, 'tsconfig.examples.json');
  writeFileSync(file, JSON.stringify({ extends: settings, include: ['*.ts'], exclude: [] }));
  return file;
}

test.each(configs.map((code, index) => [index, code] as const))(
  'example %i that exports a configuration can be used as it is',
  (index, code) => {
    const dataDir = join(folder, `shop-${index}`);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'shop.config.ts'), code);
    // Files that examples name.
    for (const name of ['shop.css', 'Chat.astro']) writeFileSync(join(dataDir, name), '');
    const { status, stdout, stderr } = run(['src/cli/main.ts', 'config', 'check'], { DATA_DIR: dataDir });
    expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: expect.stringContaining('can be used') });
  },
);
