import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** A running shop: the real server in its own process, on a free port, with its own data. */
export interface RunningShop {
  url: string;
  pid: number;
  dataDir: string;
  /** Returns the server's output so far. */
  output: () => string;
  /** Runs an owner's command on this shop; resolves to its output. */
  store: (...command: string[]) => Promise<string>;
  stop: () => Promise<void>;
  /** Terminates the process and resolves to its exit code; keeps the data. */
  terminate: () => Promise<number | null>;
}

/** Runs `npm run store -- …` on a data folder. Throws with the command's output on failure. */
export async function runStore(dataDir: string, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...command], {
    cwd: projectFolder,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Creates a data folder, empty or as a copy of `template`. */
export function newDataDir(template?: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-'));
  if (template) cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

/**
 * Starts the server on `dataDir` and waits until it prints its address. Stopping it removes the folder. `program` defaults to the
 * server.
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
