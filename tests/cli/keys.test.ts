import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listAudit } from '#api/services/audit.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/api-keys.md'), 'utf8').replaceAll(/ +/g, ' ');

test('a key is added and shown once, listed and removed, and the audit log says so', async () => {
  const { db, dataDir } = await emptyShop();
  const added = await store(dataDir, 'keys', 'add', 'ERP', '--scope', 'orders:read,stock:write');
  const key = /haat_[\w-]{43}/.exec(added.out)?.[0] ?? 'none';
  expect(added.out).toContain('Key 1 for ERP allows: orders:read, stock:write');
  const listed = await store(dataDir, 'keys', 'list');
  expect(listed.out).toMatch(/1 +ERP +orders:read, stock:write +.* never/);
  expect((await store(dataDir, 'keys', 'list', '--json')).out).not.toMatch(/haat_|hash/);
  expect(await store(dataDir, 'keys', 'remove', '1')).toMatchObject({ code: 0, out: 'Key 1 is refused from now on.\n' });
  expect(await store(dataDir, 'keys', 'remove', '1')).toMatchObject({ code: 1, err: 'Error: There is no key 1\n' });
  const events = await listAudit(db, { limit: 10 });
  expect(events.map(({ action }) => action)).toEqual(['keys remove', 'keys remove', 'keys add']);
  expect(JSON.stringify(events)).not.toContain(key);
});

test('a key without a name or with an unknown scope is refused', async () => {
  const { dataDir } = await emptyShop();
  const unknown = await store(dataDir, 'keys', 'add', 'ERP', '--scope', 'orders:read,everything');
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('There is no scope "everything". Scopes are: orders:read'),
  ]);
  for (const name of ['', ' \u0000 ', 'x'.repeat(101)])
    expect((await store(dataDir, 'keys', 'add', name, '--scope', 'orders:read')).code).toBe(2);
  expect((await store(dataDir, 'keys', 'add', 'ERP')).code).toBe(2);
  expect((await store(dataDir, 'keys', 'list')).out).toBe('No keys yet.\n');
});

test('the guide names every call of programs with its scope', () => {
  for (const { method, path, scope } of keyedCalls) expect(guide).toContain(`| \`${method} ${path}\` | \`${scope}\` |`);
  expect(calls.some(({ access }) => (access as string) === 'key')).toBe(false);
});

test('the examples of the guide are requests that the calls take', () => {
  const examples = [...guide.matchAll(/\/api(\/programs\/[\w-]+) \\\n -d '(\{[^']*\})'/g)];
  const posts = keyedCalls.filter(({ method }) => method === 'POST');
  expect(examples.map(([, path]) => path).toSorted()).toEqual(posts.map(({ path }) => path).toSorted());
  for (const [, path, json = ''] of examples) {
    const body = posts.find((call) => call.path === path)?.body as z.ZodMiniType;
    expect(z.safeParse(body, JSON.parse(json)), path).toMatchObject({ success: true });
  }
});
