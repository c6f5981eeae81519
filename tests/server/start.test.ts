import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { explainSqliteError } from '#api/database/sqlite/open-errors.ts';
import { write } from '#api/database/transaction.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { buildIfNeeded } from '#server/build.ts';
import { explainListenFailure, explainStartFailure } from '#server/process/explain-start-failure.ts';

const program = fileURLToPath(new URL('../../src/server/main-from-sources.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'start-'));
chmodSync(folder, 0o755);
let dataDir: string;
let shops = 0;

beforeEach(() => {
  dataDir = join(folder, `shop-${++shops}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Root can read and write everything, so a server that must not runs as another user. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Starts a server that must fail; returns its exit code and output. */
function start(settings: Record<string, string>, user: { uid?: number; gid?: number } = {}) {
  const { NODE_ENV: _, ...rest } = process.env;
  const env = { ...rest, NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8', timeout: 30_000, ...user });
  return { status, stdout, stderr };
}

/** Creates a shop with settings and no products. */
async function makeShop(): Promise<void> {
  const db = await openDatabase(dataDir);
  await write(db, (tx) => saveSettings(tx, defaultSettings));
  await db.destroy();
}

test.each([
  [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL must be a URL such as postgres://user:password@host/shop\n'],
  [
    { MEDIA_URL: 's3://shop', AWS_ACCESS_KEY_ID: '' },
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set to the keys of the storage in MEDIA_URL\n',
  ],
  [{ PORT: 'abc' }, 'PORT must be a port number from 0 to 65535, not "abc"\n'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be 1 behind a reverse proxy that sets X-Forwarded-For, otherwise 0, not "yes"\n'],
])('a server with %j does not start and says why in one sentence', (settings, stderr) => {
  expect(start(settings)).toEqual({ status: 1, stdout: '', stderr });
});

describe('in production, no demo shop opens in', () => {
  const refusal = () => {
    const advice =
      'Set DATA_DIR to the location of your shop, or create a shop there first: ' +
      '"npm run store -- import products.csv" imports your products, "npm run store -- demo" creates the demo shop';
    return { status: 1, stdout: '', stderr: `There is no shop in ${dataDir}. ${advice}\n` };
  };

  test('a missing folder, and none is created', () => {
    expect(start({ NODE_ENV: 'production' })).toEqual(refusal());
    expect(existsSync(dataDir)).toBe(false);
  });

  test('an empty folder', () => {
    mkdirSync(dataDir);
    expect(start({ NODE_ENV: 'production' })).toEqual(refusal());
    expect(existsSync(join(dataDir, 'shop.db'))).toBe(false);
  });

  test('a folder with an empty database file', () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'shop.db'), '');
    expect(start({ NODE_ENV: 'production' })).toEqual(refusal());
  });

  test('a database without products and settings', async () => {
    await (await openDatabase(dataDir)).destroy();
    expect(start({ NODE_ENV: 'production' })).toEqual(refusal());
  });
});

describe('a failed start is explained in one line with what to do:', () => {
  const oneLine = (words: RegExp) => ({ status: 1, stdout: '', stderr: expect.stringMatching(words) });

  test('a file that is not a database', () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'shop.db'), 'x'.repeat(9000));
    expect(start({})).toEqual(
      oneLine(/^The database cannot be read \(.+\)\. .+ is damaged\. Restore a backup: npm run store .+\n$/),
    );
  });

  test('a damaged database', async () => {
    await makeShop();
    const file = join(dataDir, 'shop.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096));
    expect(start({})).toEqual(
      oneLine(/^The database cannot be read \(.+\)\. .+ is damaged\. Restore a backup: npm run store .+\n$/),
    );
  });

  test('an unreadable folder', async () => {
    await makeShop();
    chmodSync(dataDir, 0o000);
    const ended = start({}, nobody);
    chmodSync(dataDir, 0o700);
    expect(ended).toEqual(oneLine(/^The .+ cannot .+\(.+\)\. Give the user that runs the shop .+\n$/));
  });

  test('a read-only shop', async () => {
    await makeShop();
    for (const file of ['shop.db', '.']) chmodSync(join(dataDir, file), file === '.' ? 0o555 : 0o444);
    const ended = start({}, nobody);
    chmodSync(dataDir, 0o755);
    expect(ended).toEqual(
      oneLine(/^The database .+ cannot be opened for writing \(.+\)\. Give the user that runs the shop write access .+\n$/),
    );
  });

  test('a new shop in a read-only folder', () => {
    mkdirSync(dataDir, { mode: 0o555 });
    expect(start({}, nobody)).toEqual(
      oneLine(/^The database .+ cannot be opened for writing \(.+\)\. Give the user that runs the shop write access .+\n$/),
    );
  });

  test('a database that does not respond', () => {
    const sentence =
      /^The database cannot be read \(.*ECONNREFUSED.*\)\. Check that DATABASE_URL is right and the database server is running\n$/;
    expect(start({ DATABASE_URL: 'postgres://127.0.0.1:9/shop' })).toEqual(oneLine(sentence));
  });

  test('a full disk', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 3');
    let full: unknown;
    try {
      database.exec('INSERT INTO t VALUES (hex(zeroblob(90000)))');
    } catch (error) {
      full = error;
    }
    database.close();
    expect(explainSqliteError(full, '/srv/shop.db')).toMatchObject({
      message:
        'The database cannot be written to (database or disk is full). The disk with /srv/shop.db is full: free some space and start again',
    });
    const picture = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(explainStartFailure(picture)).toBe(
      'The shop cannot start (ENOSPC: no space left on device, write). The disk is full: free some space and start again',
    );
  });

  test.each([
    ['EADDRINUSE', /^Port 80 is already in use\. .+PORT=81 npm start$/],
    ['EACCES', /^Port 80 is reserved for the system administrator\. Choose another port/],
    ['EADDRNOTAVAIL', /^HOST must be an address of this machine, .+ not "10\.0\.0\.9"$/],
    ['EINVAL', /^The server cannot listen on 10\.0\.0\.9, port 80 \(listen failed\)$/],
  ])('an address to listen on, %s', (code, sentence) => {
    const error = Object.assign(new Error('listen failed'), { code });
    expect(explainListenFailure(error, '10.0.0.9', 80)).toMatch(sentence);
  });

  test('a read-only folder of builds', async () => {
    const make = () => buildIfNeeded(() => undefined, { buildsFolder: '/proc/none' });
    await expect(make()).rejects.toThrow(
      /^The pages cannot be built: \/proc\/none cannot be written to \(.+\)\. Run npm run build as a user/,
    );
  });
});

test('a shop with settings and no products opens, and says how to add them', async () => {
  await makeShop();
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_ENV: '', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' };
  const server = spawn(process.execPath, [program, '--api-only'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.includes(' is open at ')) server.kill();
  }
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^The shop has no products yet\. Import yours, .+: npm run store -- import products\.csv\. Or .+ demo --force$/,
    ),
  );
});

test('an unknown option, or the store API of a store elsewhere, is refused with a sentence', () => {
  const npmStart = fileURLToPath(new URL('../../src/server/start.mjs', import.meta.url));
  const run = (file: string, option: string, settings: Record<string, string> = {}) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...settings };
    return spawnSync(process.execPath, [file, option], { encoding: 'utf8', env }).stderr;
  };
  expect(run(npmStart, '--api')).toBe('npm start has only the option --api-only, not "--api"\n');
  expect(run(program, '--api-only', { STORE_API_URL: 'http://127.0.0.1:9/api' })).toMatch(
    /^--api-only serves the store inside, but STORE_API_URL/,
  );
});

test('with a public address, no demo shop opens in a missing folder', () => {
  const { status, stderr } = start({ PUBLIC_SITE_URL: 'https://shop.example' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`There is no shop in ${dataDir}`)]);
  expect(existsSync(dataDir)).toBe(false);
});
