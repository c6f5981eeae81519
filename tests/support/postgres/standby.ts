import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverVersion } from './database.ts';
import { chosenAge, createServerProcess, fastFlags, freePort, type PostgresServer } from './server.ts';

/** Runs one statement on a database; returns its rows. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Copies the files of a running primary, as pg_basebackup does. */
async function copyPrimary(primaryUrl: string, folder: string): Promise<void> {
  const client = new pg.Client(`${primaryUrl}/postgres`);
  await client.connect();
  try {
    const { rows } = await client.query('SHOW data_directory');
    // PostgreSQL 15 renamed the functions.
    const isOld = (await serverVersion(client)) < 15;
    await client.query(isOld ? "SELECT pg_start_backup('standby', true, false)" : "SELECT pg_backup_start('standby', true)");
    // Files that the primary removes meanwhile are missing in the copy, which the log of the primary makes up for.
    await promisify(execFile)('cp', ['-a', `${rows[0].data_directory}/.`, folder]).catch(() => undefined);
    const { rows: stopped } = await client.query(
      `SELECT labelfile FROM ${isOld ? 'pg_stop_backup(false, ' : 'pg_backup_stop('}false)`,
    );
    for (const file of await readdir(join(folder, 'pg_wal'))) await rm(join(folder, 'pg_wal', file), { recursive: true });
    for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(folder, file), { force: true });
    const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
    for (const [name, content] of [
      ['backup_label', stopped[0].labelfile],
      ['standby.signal', ''],
    ]) {
      await writeFile(join(folder, name), content);
      await chown(join(folder, name), uid, gid);
    }
  } finally {
    await client.end();
  }
}

async function waitUntilOpen(url: string, log: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await query(`${url}/postgres`, 'SELECT 1').then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error(`The standby did not start:\n${log.join('')}`);
}

export interface StandbyServer extends PostgresServer {
  /** Pauses the replay of the primary's log, so that the standby falls behind. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Stops the server and keeps its files and port. */
  interrupt: () => Promise<void>;
  /** Starts it again. */
  restart: () => Promise<void>;
}

/** Starts a real streaming standby of the primary at `primaryUrl`, with its own folder in `parent`. */
export async function startStandby(primaryUrl: string, parent = tmpdir(), age = chosenAge()): Promise<StandbyServer> {
  const folder = mkdtempSync(join(parent, 'standby-'));
  const port = await freePort();
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl);
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  await copyPrimary(primaryUrl, folder);
  const url = `postgres://${username}:${password}@127.0.0.1:${port}`;
  const log: string[] = [];
  const flags = [...fastFlags(age), '-c', `primary_conninfo=${source}`];
  const open = async () => {
    const server = createServerProcess({ age, port, folder, flags, persistent: true, log });
    // Waits for a line that only a primary logs.
    server.start().catch(() => undefined);
    await waitUntilOpen(url, log);
    return server;
  };
  let server = await open();
  return {
    url,
    socketFolder: folder,
    pause: async () => void (await query(`${url}/postgres`, 'SELECT pg_wal_replay_pause()')),
    resume: async () => void (await query(`${url}/postgres`, 'SELECT pg_wal_replay_resume()')),
    interrupt: () => server.stop(),
    restart: async () => {
      server = await open();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
