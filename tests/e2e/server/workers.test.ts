import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freePort, newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { makeSmallShop } from '#tests/support/browser/small-catalogue.ts';
import { useShop } from '#tests/support/shop-test.ts';

const program = 'src/server/start.mjs';
const dataDir = newDataDir();
await makeSmallShop(dataDir);
const { shop } = await useShop(startShop(dataDir, { PORT: await freePort(), WORKERS: '2', METRICS_TOKEN: 'secret' }, program));

/** Returns the processes of the shop (Linux only). */
const workers = (): number[] =>
  readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Requests a page several times, over new connections, which go to the processes in turns. */
const readFromEach = async (path: string): Promise<string[]> => {
  const texts: string[] = [];
  for (let i = 0; i < 4; i++) texts.push(await (await fetch(shop.url + path)).text());
  return texts;
};

const metrics = async (): Promise<string> =>
  (await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer secret' } })).text();

const isUp = (): Promise<boolean> =>
  fetch(`${shop.url}/api/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe.runIf(process.platform === 'linux')('two processes of a shop', () => {
  test('show what a command of the owner has changed within a second', async () => {
    await expect.poll(workers, { timeout: 20_000 }).toHaveLength(2);
    const path = '/products/plain-tee';
    await readFromEach(path);
    await shop.store('stock', 'plain-tee', 'M', '2');
    for (const text of await readFromEach(path)) expect(text).toMatch(/&quot;rows&quot;:\[0,&quot;[^&]*\b\d+,\d+,2,\d+,/);
    await shop.store('stock', 'plain-tee', 'M', '3');
    for (const text of await readFromEach(path)) expect(text).toMatch(/&quot;rows&quot;:\[0,&quot;[^&]*\b\d+,\d+,3,\d+,/);
  });

  test('add up their metrics, and count what the database has once', async () => {
    const served = async (): Promise<number> => {
      const counts = [...(await metrics()).matchAll(/^shop_pages_total\{.*\} (\d+)$/gm)];
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await served();
    await readFromEach('/faq');
    expect(await served()).toBe(before + 4);
    await shop.store('limits', 'set', 'sms_per_day=3000');
    const budget = () => metrics().then((text) => /shop_message_budget_limit\{kind="sms",window="day"\} (\d+)/.exec(text)?.[1]);
    await expect.poll(budget).toBe('3000');
  });

  test('one goes on while the other is restarted after a crash', async () => {
    const processes = async (): Promise<string | undefined> => /^shop_processes (\d)$/m.exec(await metrics())?.[1];
    const [first, second] = workers() as [number, number];
    for (const killed of [second, first]) {
      process.kill(killed, 'SIGKILL');
      await expect.poll(workers).not.toContain(killed);
      // The first one may be lost with the process.
      await expect.poll(isUp).toBe(true);
      for (let i = 0; i < 10; i++) expect(await isUp()).toBe(true);
      await expect.poll(processes, { timeout: 20_000 }).toBe('2');
    }
    expect(shop.output()).toMatch(/Process 2 of the shop crashed \(SIGKILL\)\. Restarting it in 1 s\./);
    for (const text of await readFromEach('/faq')) expect(text).toContain('</html>');
  });

  test('end together when the shop is stopped', async () => {
    const pids = workers();
    expect(await shop.terminate()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('invalid numbers of processes are refused', async () => {
    for (const value of ['0', '1.5', 'many', '65'])
      await expect(startShop(shop.dataDir, { WORKERS: value }, program)).rejects.toThrow('WORKERS must be a number of processes');
  });
});
