import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { createLog } from '#api/logging.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import type { PaymentProviderModule } from '#api/services/payments/provider-module.ts';

// What of an extension fails while a shop starts. What fails later is tested with each part: tests/api, site-parts.test.ts, tests/e2e.

const folder = mkdtempSync(join(tmpdir(), 'failures-'));
afterAll(() => rmSync(folder, { recursive: true }));

let configs = 0;

test.each([
  ["css: './gone.css'", 'gone.css'],
  ["slots: { footer: { component: './Gone.astro' } }", 'Gone.astro'],
  ["sections: { feed: { component: './Gone.astro', settings: z.object({}) } }", 'Gone.astro'],
  ["analytics: { custom: { module: './gone.ts' } }", 'gone.ts'],
])('%s, which is not there, is a mistake with file and line', async (part, name) => {
  const file = join(folder, `shop-${++configs}.config.ts`);
  writeFileSync(file, `import { defineShop, z } from 'haat/config';\n\nexport default defineShop({\n  ${part},\n});\nvoid z;\n`);
  await expect(readShopConfig({ SHOP_CONFIG: file })).rejects.toThrow(`${file}:4: there is no file ${join(folder, name)}`);
});

const connect = (parts: Partial<Record<keyof PaymentProviderModule, unknown>>) => {
  const provider = { name: 'farpay', settings: [], ...parts } as unknown as PaymentProviderModule;
  const log = createLog({ production: true, level: 'silent' });
  return connectProvider({ provider, values: {} }, undefined as never, log);
};

test.each<[string, Parameters<typeof connect>[0], RegExp]>([
  ['throws', { connect: () => Promise.reject(new Error('no library')) }, /: no library$/],
  [
    'throws at once',
    {
      connect: () => {
        throw new Error('no library');
      },
    },
    /: no library$/,
  ],
  ['connects to nothing', { connect: async () => undefined }, /: Cannot /],
  ['has no button', { connect: async () => ({ name: 'farpay' }), browserModule: join(folder, 'gone.js') }, /gone\.js/],
])('a payment provider that %s is named in the sentence with which the shop does not start', async (_, parts, says) => {
  const error = await connect(parts).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(/^The payment provider farpay cannot be connected: /) });
  expect(error).toMatchObject({ message: expect.stringMatching(says) });
});

test('a payment provider that hangs while it connects is given up after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connecting = connect({ connect: () => new Promise(() => {}) }).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(await connecting).toBe('The payment provider farpay cannot be connected: it took longer than 5000 ms');
});
