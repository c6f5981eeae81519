import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Real input files that are kept outside the project; tests that want them are skipped where they are absent. */
export const realData = join(projectFolder, '../shared/data');

/** A shop that runs as an owner would run it: the real server as a process of its own, on a free port, with data of its own. */
export interface RunningShop {
  url: string;
  pid: number;
  dataDir: string;
  /** What the server has printed so far. */
  output: () => string;
  /** Runs one of the owner's commands on this shop and gives what it printed. */
  store: (...command: string[]) => Promise<string>;
  stop: () => Promise<void>;
  /** Ends the process as an operator would and gives its exit code; the data stays. */
  terminate: () => Promise<number | null>;
}

/** Runs `npm run store -- …` on a data folder. Throws with the command's output when it fails. */
export async function runStore(dataDir: string, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...command], {
    cwd: projectFolder,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** A fresh data folder; with `template`, a copy of that one. */
export function newDataDir(template?: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-'));
  if (template) cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

/**
 * Starts the server on `dataDir` and waits until it says its address. Stopping it removes the folder. `program` is the server itself
 * unless given.
 */
export async function startShop(
  dataDir: string,
  environment: Record<string, string> = {},
  program = 'src/server/main.ts',
): Promise<RunningShop> {
  const child = spawn(process.execPath, [program], {
    cwd: projectFolder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      NODE_ENV: 'test',
      SHUTDOWN_LINGER_MS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      // Every other test of this shop fails now; its output says why.
      if (!child.killed) console.error(`The shop on ${dataDir} ended by itself (${signal ?? code}):\n${output.slice(-3000)}`);
      resolve(code);
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const address = /open at (http:[^\s"]+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The shop stopped with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid as number,
    dataDir,
    output: () => output,
    store: (...command) => runStore(dataDir, ...command),
    terminate: () => {
      child.kill('SIGTERM');
      return ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
