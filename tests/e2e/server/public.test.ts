import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageRoutes } from '#lib/rules/routes/table.ts';
import { buildIfNeeded } from '#server/build.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import { type FileHost, startFileHost } from '#tests/server/files/fixture.ts';

const folder = join(projectFolder, 'public');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

let host: FileHost;
beforeAll(async () => {
  const clientFolder = join(await buildIfNeeded(() => undefined), 'client');
  host = await startFileHost(() => undefined, { clientFolder });
}, 300_000);
afterAll(() => host.close());

test('every file in public is served unchanged, for an hour, with its media type', async () => {
  const types: Record<string, string> = {};
  for (const file of files) {
    const answer = await fetch(host.origin + file);
    expect(answer.status, file).toBe(200);
    expect(answer.headers.get('cache-control'), file).toBe('public, max-age=3600');
    expect(answer.headers.get('x-content-type-options'), file).toBe('nosniff');
    expect(answer.headers.get('etag'), file).toMatch(/^"/);
    expect(Buffer.from(await answer.arrayBuffer()), file).toEqual(readFileSync(folder + file));
    types[file] = answer.headers.get('content-type') as string;
  }
  expect(types).toEqual({ '/apple-touch-icon.png': 'image/png', '/favicon.ico': 'image/vnd.microsoft.icon' });
});

test('no file in public shadows a route', () => {
  expect(files.filter((file) => file in pageRoutes)).toEqual([]);
});
