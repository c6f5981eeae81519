import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** Outside of the project, without packages above it. */
const dataDir = mkdtempSync(join(tmpdir(), 'shop-config-'));
const file = join(dataDir, 'shop.config.ts');
const asked: string[] = [];
let service: LoopbackServer;

beforeAll(async () => {
  copyFileSync(join(projectFolder, 'tests/fixtures/extensions/message-transport.ts'), join(dataDir, 'example-text.ts'));
  service = await listenOnLoopback(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(200).end('{}');
    }),
  );
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true });
});

/** Runs a command of the owner. */
async function store(settings: Record<string, string>, ...args: string[]) {
  const { NODE_ENV: _, ...rest } = process.env;
  const env = { ...rest, NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, ...settings };
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
}

const configure = (messages: string): void =>
  writeFileSync(
    file,
    `import { defineShop } from 'haat/config';\nimport { exampleText } from './example-text.ts';\n\nexport default defineShop({\n  messages: ${messages},\n});\n`,
  );

test('a transport of shop.config.ts is asked for its settings and checked by doctor', async () => {
  configure('[exampleText]');
  const settings = { EXAMPLETEXT_KEY: 'live_key', EXAMPLETEXT_URL: service.url, EXAMPLETEXT_SENDER: 'MEENAS' };
  const findings = JSON.parse((await store(settings, 'doctor', '--json')).out).findings;
  expect(findings).toContainEqual({ check: 'Example Text', state: 'good', finding: 'Connected' });
  expect(asked).toEqual(['GET /account Bearer live_key']);
  const { out } = await store({ ...settings, EXAMPLETEXT_SENDER: 'meena' }, 'doctor', '--json');
  expect(JSON.parse(out).findings).toContainEqual(
    expect.objectContaining({ check: 'settings', state: 'bad', finding: expect.stringMatching(/^EXAMPLETEXT_SENDER must/) }),
  );
});

test.each([
  ["[{ ...exampleText, channels: ['fax'] }]", /shop\.config\.ts:5: messages\[0\]\.channels/],
  ['[{ ...exampleText, doctor: undefined }]', /shop\.config\.ts:5: messages\[0\]\.doctor/],
  ["[{ ...exampleText, connect: 'later' }]", /shop\.config\.ts:5: messages\[0\]\.connect must be a function/],
])('a mistake such as %s is named with file and line', async (messages, says) => {
  configure(messages);
  const { err, out } = await store({}, 'config', 'check');
  expect(err + out).toMatch(says);
});
