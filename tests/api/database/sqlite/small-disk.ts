import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openStore } from '#api/embedded-store.ts';

/**
 * Runs a store on a 4 MB disk in its own mount namespace. Prints its answers when the disk is full, and when space is free again. The
 * first argument is the mount point.
 */
const folder = process.argv[2] as string;
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folder]);
const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });

const open = () => openStore({ dataDir: folder, demoMode: true, log });
const ask = (store: Awaited<ReturnType<typeof open>>, path: string, body?: object): Promise<Response> =>
  store.fetch(
    new Request(`http://store.test/api${path}`, {
      headers: { 'x-app-key': 'demo-key', 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );

function fillDisk(): void {
  for (let bytes = 4 * 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    for (let i = 0; ; i++) {
      try {
        writeFileSync(join(folder, `filler-${bytes}-${i}`), Buffer.alloc(bytes, 1));
      } catch {
        break;
      }
      if (i > 3) break;
    }
  }
}

const first = await open();
// Checkpoints the WAL, whose pages SQLite would reuse.
await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(first.db);
fillDisk();
const ready = await ask(first, '/readyz');
const written = await ask(first, '/contact', {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: '9876543210',
  subject: 'Size',
  message: 'x'.repeat(1900),
});
const full = {
  ready: ready.status,
  written: written.status,
  retryAfter: written.headers.get('retry-after'),
  logged: lines.join(''),
};
await first.close();
for (const bytes of [4, 2, 1, 0.5].map((mb) => mb * 1024 * 1024)) rmSync(join(folder, `filler-${bytes}-0`), { force: true });
const second = await open();
const after = (await ask(second, '/readyz')).status;
await second.close();
console.log(JSON.stringify({ ...full, after }));
