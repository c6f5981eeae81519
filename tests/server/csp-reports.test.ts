import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type CspViolation, createCspReportHandler } from '#server/csp-reports.ts';
import { createHost } from '#server/host.ts';

const empty = mkdtempSync(join(tmpdir(), 'csp-'));
let server: Server;
let origin: string;
let told: CspViolation[];
let skipped: CspViolation[];

beforeEach(async () => {
  told = [];
  skipped = [];
  server?.close();
  server = createHost({
    handleRequest: async () => new Response('a page', { status: 404 }),
    clientFolder: empty,
    mediaFolder: empty,
    revision: () => 1,
    siteUrl: 'https://shop.example',
    handleCspReport: createCspReportHandler(
      (violation) => told.push(violation),
      (violation) => skipped.push(violation),
    ),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(empty, { recursive: true });
});

const send = async (body: string): Promise<number> => (await fetch(`${origin}/csp-reports`, { method: 'POST', body })).status;

/** A report in the older format (report-uri), as sent by Firefox and Safari. */
const older = (blocked = 'https://evil.example/p.gif?t=secret') => ({
  'csp-report': {
    'document-uri': 'https://shop.example/signin?verify=secret#x',
    'effective-directive': 'img-src',
    'violated-directive': "img-src 'self'",
    'blocked-uri': blocked,
    'source-file': 'https://shop.example/_astro/a.js?x',
    'line-number': 4,
  },
});

/** The same report in the newer format (Reporting API). */
const newer = {
  type: 'csp-violation',
  body: {
    documentURL: 'https://shop.example/signin?verify=secret#x',
    effectiveDirective: 'img-src',
    blockedURL: 'https://evil.example/p.gif?t=secret',
    sourceFile: 'https://shop.example/_astro/a.js?x',
    lineNumber: 4,
  },
};

const violation = { directive: 'img-src', blocked: 'https://evil.example', page: '/signin', source: '/_astro/a.js:4' };

test('both report formats are logged without queries and without paths of other sites', async () => {
  expect(await send(JSON.stringify(older()))).toBe(204);
  expect(await send(JSON.stringify([newer, { type: 'deprecation', body: {} }]))).toBe(204);
  expect(told).toEqual([violation, violation]);
});

test('a report cannot inject log lines, personal data or metric names', async () => {
  const report = {
    'csp-report': {
      'effective-directive': 'my-src',
      'blocked-uri': 'inline\n\u2028fake',
      'document-uri': `/a@b.example/${'x'.repeat(999)}`,
    },
  };
  expect(await send(JSON.stringify(report))).toBe(204);
  expect(told).toMatchObject([{ directive: 'other', blocked: 'inline  fake', source: '' }]);
  expect(told[0]?.page).toMatch(/^\/\[email\]\/x{180,200}$/);
});

test('violations by browser extensions are ignored', async () => {
  expect(await send(JSON.stringify(older('chrome-extension://abc/script.js')))).toBe(204);
  expect(told).toEqual([]);
});

test.each(['', 'nothing', '"text"', '{}', '{"csp-report":1}', 'null'])('%j is not a report', async (body) => {
  expect(await send(body)).toBe(400);
});

test('a body that is too large is refused', async () => {
  expect(await send(JSON.stringify([newer]).padEnd(20_000))).toBe(413);
  expect(told).toEqual([]);
});

test('at most 30 reports are logged in a minute', async () => {
  expect(await send(JSON.stringify(Array.from({ length: 50 }, () => newer)))).toBe(204);
  expect(await send(JSON.stringify(older()))).toBe(204);
  expect(told.length + skipped.length).toBe(51);
  expect(told.length).toBeLessThanOrEqual(60);
  expect(skipped).not.toEqual([]);
});

test('only a shop with an https address sends HSTS', async () => {
  for (const path of ['/', '/api/x', '/media/x', '/_astro/x'])
    expect((await fetch(origin + path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
  const plain = createHost({
    handleRequest: async () => new Response('x'),
    clientFolder: empty,
    mediaFolder: empty,
    revision: () => 1,
    siteUrl: 'http://a.example',
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  plain.close();
});
