import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { copyTemplate } from '#tests/support/store/database-template.ts';

/** Outside of the project, without packages above it. */
const dataDir = mkdtempSync(join(tmpdir(), 'shop-config-'));
beforeAll(() => {
  copyFileSync(join(projectFolder, 'tests/fixtures/extensions/shipping-rule.ts'), join(dataDir, 'example-courier.ts'));
  copyTemplate(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs a command of the owner. */
function store(settings: Record<string, string>, ...args: string[]) {
  const { NODE_ENV: _, ...rest } = process.env;
  const env = { ...rest, NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, ...settings };
  const { stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: projectFolder,
    encoding: 'utf8',
    env,
  });
  return { out: stdout, err: stderr };
}

const configure = (shipping: string): void =>
  writeFileSync(
    join(dataDir, 'shop.config.ts'),
    `import { defineShop } from 'haat/config';\nimport { exampleCourier } from './example-courier.ts';\n\nexport default defineShop({\n  shipping: ${shipping},\n});\n`,
  );

const settings = { EXAMPLECOURIER_KEY: 'live_key', EXAMPLECOURIER_URL: 'https://courier.example' };
const findingsOf = (env: Record<string, string>) => JSON.parse(store(env, 'doctor', '--json').out).findings;

test('doctor checks the settings of a rule, and says when it is not used', () => {
  configure('exampleCourier');
  expect(findingsOf({ EXAMPLECOURIER_KEY: 'live_key' })).toContainEqual(
    expect.objectContaining({ state: 'bad', finding: 'EXAMPLECOURIER_URL must be set when EXAMPLECOURIER_KEY is' }),
  );
  expect(findingsOf({})).toContainEqual(
    expect.objectContaining({
      finding: expect.stringMatching(
        /^The shipping rule examplecourier of shop\.config\.ts is not used without EXAMPLECOURIER_KEY/,
      ),
    }),
  );
}, 60_000);

test('store shipping says that the rule charges, and what shoppers read', () => {
  configure('exampleCourier');
  const { out } = store(settings, 'shipping', 'show');
  expect(out).toContain('The shipping rule examplecourier of shop.config.ts charges instead');
  expect(out).toContain('Shoppers read: Shipping up to ₹150');
  expect(store(settings, 'shipping', 'show', '560001').out).toContain('The shipping rule examplecourier');
  expect(JSON.parse(store(settings, 'shipping', 'show', '--json').out)).toMatchObject({ rule: 'examplecourier' });
  expect(store({}, 'shipping', 'show').out).not.toContain('examplecourier');
}, 60_000);

test.each([
  ["'own'", {}, /shop\.config\.ts:5: shipping is not as it must be/],
  ['{ ...exampleCourier, connect: 1 }', {}, /shop\.config\.ts:5: shipping\.connect must be a function/],
  ['{ ...exampleCourier, highest: 15000 }', {}, /shop\.config\.ts:5: shipping\.highest must be a function/],
  ["{ ...exampleCourier, name: 'Example Courier' }", {}, /shop\.config\.ts:5: shipping\.name must be 1 to 32/],
  [
    '{ ...exampleCourier, highest: () => ({ charge: 49.5 }) }',
    settings,
    /The shipping rule examplecourier does not say its highest charges in whole paise/,
  ],
  [
    'exampleCourier',
    { STORE_API_URL: 'https://store.example/api' },
    /shop\.config\.ts has shipping, which apply only where the store runs/,
  ],
])('%s is refused with a sentence', (shipping, env, says) => {
  configure(shipping);
  const { err, out } = store(env, 'config', 'check');
  expect(err + out).toMatch(says);
});
