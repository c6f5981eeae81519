import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadEnvFile } from '#api/env-file.mjs';

const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'shop.env');
const program = (path: string): string => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));

/** Runs a program with the env file. */
function run(path: string, args: string[] = [], settings: Record<string, string> = {}) {
  const { NODE_ENV: _, DATABASE_URL: __, ...rest } = process.env;
  const env = { ...rest, NODE_NO_WARNINGS: '1', ENV_FILE: file, ...settings };
  const { status, stderr } = spawnSync(process.execPath, [program(path), ...args], { env, encoding: 'utf8', timeout: 60_000 });
  return { status, stderr };
}

test('settings of the file are read, comments and quotes too, and the environment wins', () => {
  writeFileSync(file, '# The shop\nDATA_DIR=/srv/data\nMAIL_FROM="Meena Stores <orders@shop.example>" # sender\nPORT=4000\n');
  const env: NodeJS.ProcessEnv = { ENV_FILE: file, PORT: '5000' };
  loadEnvFile(env);
  expect(env).toEqual({
    ENV_FILE: file,
    PORT: '5000',
    DATA_DIR: '/srv/data',
    MAIL_FROM: 'Meena Stores <orders@shop.example>',
  });
});

test('start and owner commands read it', () => {
  writeFileSync(file, `DATA_DIR=${join(folder, 'shop')}\nNODE_ENV=production\nHOST=127.0.0.1\nPORT=0\n`);
  const noShop = expect.stringContaining(`There is no shop in ${join(folder, 'shop')}. `);
  expect(run('server/start.mjs')).toEqual({ status: 1, stderr: noShop });
  expect(run('cli/main.ts', ['orders'])).toEqual({ status: 1, stderr: noShop });
});

test('a missing file is fine, unless ENV_FILE names it', () => {
  const missing = join(folder, 'none.env');
  const sentence = `ENV_FILE names ${missing}, which does not exist. Create it with npm run store -- setup, or take away ENV_FILE\n`;
  for (const path of ['server/start.mjs', 'server/build.ts', 'cli/main.ts'])
    expect(run(path, ['orders'], { ENV_FILE: missing })).toEqual({ status: 1, stderr: sentence });
});

test('a file that cannot be read ends the start with one sentence', () => {
  expect(() => loadEnvFile({ ENV_FILE: folder })).toThrow(
    /^The settings in .+ cannot be read \(EISDIR.*\)\. Give the user that runs the shop access to it, or run this as that user$/,
  );
});
