import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { hashInputs } from '#server/builds/build-fingerprint.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import { bundleScripts } from '#server/builds/bundle-program.ts';
import { hashSources } from '#server/builds/program-fingerprint.mjs';
import { launcher, type RunningServer, startServer } from '#tests/support/start-server.ts';

/** Outside of the project, without packages above it. */
const folder = mkdtempSync(join(tmpdir(), 'shop-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

let shops = 0;

/** Creates a data folder with files; returns it. */
function shopWith(files: Record<string, string>): string {
  const dataDir = mkdtempSync(join(folder, `shop-${++shops}-`));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dataDir, name), content);
  return dataDir;
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of the project to its end. */
async function run(args: string[], settings: Record<string, string>): Promise<Ended> {
  const { NODE_ENV: _, ...rest } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env: { ...rest, NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

const store = (dataDir: string, ...args: string[]): Promise<Ended> => run(['src/cli/main.ts', ...args], { DATA_DIR: dataDir });

/** Starts the server, which must fail. */
const start = (dataDir: string, settings: Record<string, string> = {}): Promise<Ended> =>
  run(['src/server/main-from-sources.ts'], { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...settings });

/** Starts the store API alone. */
const open = (dataDir: string, settings: Record<string, string> = {}): Promise<RunningServer> =>
  startServer([launcher, '--api-only'], { DATA_DIR: dataDir, ...settings });

const valid = `import { CURRENCY, defineShop, ProviderUnreachable, z } from 'haat/config';

const amounts: z.infer<typeof schema> = [1];
const schema = z.array(z.int());
export default defineShop({
  payments: [
    {
      name: 'farpay',
      settings: [{ name: 'FARPAY_KEY', question: 'Far Pay key', isSecret: true }],
      connect: async () => ({
        name: 'farpay',
        checkout: { provider: 'farpay', script: 'https://pay.example/button.js' },
        createOrder: async () => {
          throw new ProviderUnreachable(CURRENCY + amounts.length);
        },
        getClientOptions: () => ({}),
        verifyProof: () => undefined,
      }),
    },
  ],
});
`;

describe('a mistake in shop.config.ts is one sentence with file and line:', () => {
  const cases: [what: string, text: string, line: string, says: RegExp][] = [
    [
      'a syntax error',
      "import { defineShop } from 'haat/config';\n\nexport default defineShop({ payments: [ );\n",
      ':3',
      /Expression expected/,
    ],
    ['syntax that only a compiler understands', 'enum A { B }\nexport default {};\n', ':1', /enum is not supported/],
    ['an error when it runs', 'const nothing: { a?: { b: 1 } } = {};\n\nnothing.a.b;\nexport default {};\n', ':3', /reading 'b'/],
    ['an error of a file that it imports', "import './broken.ts';\nexport default {};\n", '/broken.ts:2', /refused/],
    [
      'a file that is not there',
      "\nimport { part } from './gone.ts';\nexport default { part };\n",
      ':2',
      /gone\.ts cannot be found/,
    ],
    [
      'a package that is not there',
      "import pad from 'no-such-package';\nexport default { pad };\n",
      ':1',
      /no-such-package cannot be found/,
    ],
    [
      'a name that haat/config does not have',
      "import { nothing } from 'haat/config';\nexport default nothing;\n",
      ':1',
      /'nothing'/,
    ],
    [
      'an unknown part',
      'export default {\n  paymnets: [],\n};\n',
      ':2',
      /paymnets is not something that a shop can be configured with/,
    ],
    [
      'a value of the wrong kind',
      "export default {\n  payments: [{ name: 'Far Pay', settings: [] }],\n};\n",
      ':2',
      /payments\[0\]\.name must be/,
    ],
    ['a promise', 'export default Promise.resolve({});\n', '', /what it exports must be an object/],
    ['a property that throws', "export default {\n  get css() {\n    throw new Error('no');\n  },\n};\n", ':3', /no/],
    ['a program that ends', 'process.exit(0);\n', '', /it ends the process when it is loaded/],
    ['an error that comes later', "Promise.reject(new Error('later'));\nexport default {};\n", ':1', /later/],
    ['a name in another script', "\nexport default { jobs: { 'गिनती': {} } };\n", ':2', /jobs\.गिनती must be 1 to 32 lower-case/],
    ['a mistake below a mark of the byte order', '\ufeffexport default {\r\n  paymnets: [],\r\n};\r\n', ':2', /paymnets is not/],
    ['itself', "import me from './shop.config.ts';\nexport default me;\n", ':2', /before initialization/],
    [
      'a component outside of the folder',
      "export default {\n  slots: { head: { component: '../x/X.astro' } },\n};\n",
      ':2',
      /there is no file/,
    ],
    ['no default export', 'export const shop = {};\n', '', /no default export/],
    ['a thrown string', "throw 'no';\n", '', /it threw no/],
  ];
  const broken = "export const part = 1;\nthrow new Error('refused');\n";

  test.each(cases)('%s', async (_what, config, line, says) => {
    const dataDir = shopWith({ 'shop.config.ts': config, 'broken.ts': broken });
    const { code, out, err } = await store(dataDir, 'config', 'check');
    const place = line.startsWith('/') ? `${dataDir}${line}` : `${dataDir}/shop.config.ts${line}`;
    expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
    expect(err).toContain(`${place}: `);
    expect(err).toMatch(says);
  });

  test.each([
    ['a folder', (file: string) => mkdirSync(file), 'is not a file'],
    ['a link to itself', (file: string) => symlinkSync('shop.config.ts', file), 'too many symbolic links'],
    ['a link to nothing', (file: string) => symlinkSync('gone.ts', file), 'cannot be found'],
  ])('%s in its place', async (_what, make, says) => {
    const dataDir = shopWith({});
    make(join(dataDir, 'shop.config.ts'));
    for (const ended of [await store(dataDir, 'config', 'check'), await start(dataDir, { NODE_ENV: 'production' })]) {
      expect({ code: ended.code, out: ended.out, lines: ended.err.trim().split('\n').length }).toEqual({
        code: 1,
        out: '',
        lines: 1,
      });
      expect(ended.err).toContain(`${dataDir}/shop.config.ts`);
      expect(ended.err).toContain(says);
    }
  });

  test('in a folder with spaces and letters of other scripts', async () => {
    const dataDir = join(shopWith({}), 'मेरी दुकान (2)');
    mkdirSync(dataDir);
    const file = join(dataDir, 'shop.config.ts');
    const cases = [
      ['\nexport default { x: ( };\n', ':2: Expression expected'],
      ["\n\nimport './gone ü.ts';\nexport default {};\n", ':3: '],
      ["\nthrow new Error('no');\n", ':2: no'],
    ] as const;
    for (const [config, says] of cases) {
      writeFileSync(file, config);
      expect((await store(dataDir, 'config', 'check')).err).toContain(`${file}${says}`);
    }
    writeFileSync(file, 'export default {};\n');
    expect(await run(['src/cli/main.ts', 'config', 'check'], { DATA_DIR: folder, SHOP_CONFIG: file })).toMatchObject({ code: 0 });
  });

  test('a file that never finishes loading', { timeout: 60_000 }, async () => {
    const dataDir = shopWith({ 'shop.config.ts': 'setInterval(() => {}, 1000);\nawait new Promise(() => {});\n' });
    const ended = await start(dataDir, { NODE_ENV: 'production' });
    expect(ended).toEqual({ code: 1, out: '', err: `${dataDir}/shop.config.ts: it did not finish loading within 10 seconds\n` });
  });
});

describe('a shop with a mistake in its configuration', () => {
  const config = 'export default {\n  paymnets: [],\n};\n';

  test('does not start in production', async () => {
    const dataDir = shopWith({ 'shop.config.ts': config });
    expect(await start(dataDir, { NODE_ENV: 'production' })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^\S+shop\.config\.ts:2: paymnets is not something .+\n$/),
    });
  });

  test('starts without it in trial mode, and says so', async () => {
    const shop = await open(shopWith({ 'shop.config.ts': config }));
    await shop.terminate();
    expect(shop.output()).toContain('shop.config.ts is not used.');
  });

  test('is named by doctor', async () => {
    const { code, out } = await store(shopWith({ 'shop.config.ts': config }), 'doctor');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('shop.config.ts:2: paymnets is not') });
  });
});

test('SHOP_CONFIG names another place, which must be there', async () => {
  const dataDir = shopWith({});
  const config = join(shopWith({ 'mine.ts': 'export default {};\n' }), 'mine.ts');
  const check = (file: string) => run(['src/cli/main.ts', 'config', 'check'], { DATA_DIR: dataDir, SHOP_CONFIG: file });
  expect(await check(config)).toMatchObject({ code: 0, out: expect.stringContaining(`${config} can be used`) });
  expect(await check(`${config}x`)).toMatchObject({ code: 1, err: expect.stringContaining('mine.tsx cannot be found') });
});

test('parts that need the store are refused where the store is elsewhere', async () => {
  const dataDir = shopWith({ 'shop.config.ts': valid });
  const ended = await start(dataDir, { STORE_API_URL: 'https://api.shop.example/api' });
  expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(/^shop\.config\.ts has payments, which apply only .+\n$/) });
});

test('init writes a configuration that can be used, and an editor finds its types', { timeout: 90_000 }, async () => {
  const dataDir = join(folder, 'new', 'data');
  expect(await store(dataDir, 'config', 'init')).toMatchObject({ code: 0 });
  expect(await store(dataDir, 'config', 'check')).toMatchObject({ code: 0 });
  expect(await store(dataDir, 'config', 'init')).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
  const compile = () => run(['node_modules/typescript/bin/tsc', '-p', dataDir], {});
  expect(await compile()).toEqual({ code: 0, out: '', err: '' });
  const file = join(dataDir, 'shop.config.ts');
  writeFileSync(file, (await readFile(file, 'utf8')).replace('{}', '{ payments: [{ name: 1 }] }'));
  expect((await compile()).out).toMatch(/shop\.config\.ts\(\d+,\d+\): error .+'number' is not assignable to type 'string'/);
});

test('a payment provider of the configuration is asked about by doctor and used by the store', async () => {
  const dataDir = shopWith({ 'shop.config.ts': valid });
  const twice = { FARPAY_KEY: 'k', RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' };
  const ended = await run(['src/cli/main.ts', 'doctor'], { DATA_DIR: dataDir, ...twice });
  expect(ended.out).toContain('cannot be set together: a shop has one payment provider');
  const shop = await open(dataDir, { FARPAY_KEY: 'k' });
  const reply = await fetch(`${shop.url}/api/store`).catch((error: Error) => error.message);
  await shop.terminate();
  expect(reply).toBeInstanceOf(Response);
});

test('a built program gives extensions its own classes', { timeout: 60_000 }, async () => {
  const dataDir = shopWith({ 'shop.config.ts': valid });
  const program = mkdtempSync(join(folder, 'program-'));
  const script = fileURLToPath(new URL('shop-config-program.ts', import.meta.url));
  await bundleScripts({ program: script }, program, {});
  expect(await run([join(program, 'program.mjs')], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    out: 'unreachable: INR1\n',
    err: '',
  });
});

test('a build is of the configuration and the files that it names', async () => {
  const dataDir = shopWith({ 'shop.config.ts': "import './part.ts';\nexport default {};\n", 'part.ts': '', 'shop.db': '' });
  const env = { DATA_DIR: dataDir };
  const hashes = async () => [await hashInputs(projectFolder, env), hashSources(projectFolder, env)];
  const before = await hashes();
  writeFileSync(join(dataDir, 'shop.db'), 'changed');
  expect(await hashes()).toEqual(before);
  writeFileSync(join(dataDir, 'part.ts'), 'export {};\n');
  const after = await hashes();
  for (const [index, hash] of after.entries()) expect(hash).not.toBe(before[index]);
});
