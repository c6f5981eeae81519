import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';

const program = fileURLToPath(new URL('../../../src/server/start.mjs', import.meta.url));
const running: ChildProcess[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'one-server-'));
  const db = await openDatabase(dataDir);
  await write(db, (tx) => saveSettings(tx, defaultSettings));
  await db.destroy();
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true });
});

const environment = (settings: Record<string, string>) => {
  const { NODE_ENV: _, ...rest } = process.env;
  return {
    ...rest,
    NODE_NO_WARNINGS: '1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_LINGER_MS: '0',
    ...settings,
  };
};

/** Resolves when a server, or the next one of its supervisor, is open. */
const untilOpen = ({ stdout }: ChildProcess): Promise<void> =>
  new Promise((resolve) => stdout?.on('data', (chunk) => String(chunk).includes('is open at') && resolve()));

/** Starts a server of the store API; resolves once it is open. */
async function open(settings: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, '--api-only'], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  await untilOpen(child);
  return child;
}

const startAnother = () => {
  const options = { env: environment({}), encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stderr } = spawnSync(process.execPath, [program, '--api-only'], options);
  return { status, stderr };
};

const refused = () => ({
  status: 1,
  stderr: `Another shop is running with the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder\n`,
});

/** The process of the server that a supervisor has started. */
const childOf = ({ pid }: ChildProcess): number =>
  Number(
    readdirSync('/proc').find((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
      } catch {
        return false;
      }
    }),
  );

test.each(['1', '2'])('a second start in the folder of a shop of %s processes says so and exits with 1', async (workers) => {
  await open({ WORKERS: workers });
  expect(startAnother()).toEqual(refused());
});

test.runIf(process.platform === 'linux')(
  'a killed server is restarted, and one killed with its supervisor blocks no start',
  async () => {
    const supervisor = await open();
    const restarted = untilOpen(supervisor);
    process.kill(childOf(supervisor), 'SIGKILL');
    await restarted;
    expect(startAnother()).toEqual(refused());
    const child = childOf(supervisor);
    supervisor.kill('SIGKILL');
    process.kill(child, 'SIGKILL');
    await open();
  },
);
