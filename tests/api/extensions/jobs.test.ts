import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimJob, endJob, type Job, type JobTools, parseInterval, readFailedJobs } from '#api/services/extensions/jobs.ts';
import { openValues } from '#api/services/extensions/values.ts';
import { checkJobs } from '#api/services/health/background-work.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startJobRunner } from '#api/workers/job-runner.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import publishedJobs from '#tests/fixtures/extensions/jobs.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let workers: BackgroundWorker[];
let failures: string[];

beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  workers = [];
  failures = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await shop.close();
});

function start(run: Job['run'], timeoutMs = 2000): BackgroundWorker {
  const worker = startJobRunner({
    db: shop.store.db,
    log: pino({ level: 'silent' }),
    jobs: { rates: { every: '1 h', run } },
    onFailure: (name) => failures.push(name),
    delayMs: 20,
    timeoutMs,
  });
  workers.push(worker);
  return worker;
}

const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const ended = () => shop.store.db.selectFrom('extension_job').selectAll().where('ended_at', 'is not', null).execute();

test('a job runs at the start and again at each interval, once among several processes', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  for (let i = 0; i < 4; i++) start(run);
  await expect.poll(ended).toHaveLength(1);
  await sleep(100);
  expect(runs).toBe(1);
  pass(HOUR_MS);
  await expect.poll(() => runs).toBe(2);
  await sleep(100);
  expect(runs).toBe(2);
});

test('of many claims at once, one gets the job', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(shop.store.db, 'rates', '5 min')));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('a job whose process died runs again when its claim expires', async () => {
  expect(await claimJob(shop.store.db, 'rates', '1 min')).toBe(true);
  pass(MINUTE_MS);
  expect(await claimJob(shop.store.db, 'rates', '1 min')).toBe(false);
  pass(6 * MINUTE_MS);
  expect(await claimJob(shop.store.db, 'rates', '1 min')).toBe(true);
});

test('a process whose clock is behind does not repeat a run that another has just ended', async () => {
  expect(await claimJob(shop.store.db, 'rates', '1 h')).toBe(true);
  await endJob(shop.store.db, 'rates');
  pass(-5000);
  expect(await claimJob(shop.store.db, 'rates', '1 h')).toBe(false);
});

test('a job that was due in a year, by a wrong clock, is due at once', async () => {
  pass(365 * DAY_MS);
  expect(await claimJob(shop.store.db, 'rates', '1 h')).toBe(true);
  vi.useRealTimers();
  await shop.change((tx) => tx.updateTable('extension_job').set({ claimed_until: null }).execute());
  expect(await claimJob(shop.store.db, 'rates', '1 h')).toBe(true);
});

test.each<[string, Job['run'], string]>([
  ['throws', async () => Promise.reject(new Error('no rates today')), 'no rates today'],
  [
    'throws before it returns a promise',
    () => {
      throw new Error('no rates today');
    },
    'no rates today',
  ],
  ['hangs', () => new Promise(() => undefined), 'it took longer than 0.1 s'],
  ['throws nonsense', async () => Promise.reject(undefined), ''],
])('a job that %s has failed, is counted, and is named by doctor', async (_how, run, reason) => {
  start(run, 100);
  await expect.poll(() => readFailedJobs(shop.store.db, DAY_MS)).toHaveLength(1);
  expect(failures).toEqual(['rates']);
  const [finding] = await checkJobs(shop.store.db);
  expect(finding?.finding).toMatch(new RegExp(`The job rates of shop\\.config\\.ts failed at .+: .*${reason}`));
});

test('a job that returns nonsense has done its work', async () => {
  start(async () => ({ failed: [null] }) as never);
  await expect.poll(ended).toMatchObject([{ last_error: null, failed_at: null }]);
  expect(failures).toEqual([]);
});

test('the metrics of a shop name a job that fails', async () => {
  const run = () => Promise.reject(new Error('no rates today'));
  const failing = await openShop({ jobs: { rates: { every: '1 h', run } } });
  await expect.poll(() => failing.store.metrics.read()).toContain('shop_job_failures_total{job="rates"} 1');
  await failing.close();
});

test('a job that hangs is not started again beside itself, and gets its signal', async () => {
  const signals: AbortSignal[] = [];
  start(({ signal }: JobTools) => {
    signals.push(signal);
    return new Promise(() => undefined);
  }, 100);
  await expect.poll(() => failures).toHaveLength(1);
  pass(2 * HOUR_MS);
  await sleep(200);
  expect(signals).toHaveLength(1);
  expect(signals[0]?.aborted).toBe(true);
});

test('a stop ends a job that listens to its signal, which is no failure', async () => {
  let isStarted = false;
  const worker = start(async ({ signal }) => {
    isStarted = true;
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  await expect.poll(() => isStarted).toBe(true);
  await worker.stop();
  expect(failures).toEqual([]);
  expect(await ended()).toEqual([]);
});

test('a job keeps values from run to run, apart from those of others', async () => {
  const seen: unknown[] = [];
  start(async ({ values }) => {
    seen.push(await values.get('count'));
    await values.set('count', seen.length);
  });
  await expect.poll(ended).toHaveLength(1);
  pass(HOUR_MS);
  await expect.poll(() => seen).toEqual([undefined, 1]);
  expect(await openValues(shop.store.db, 'job other').get('count')).toBeUndefined();
});

test('the job of the guide as it was first published counts its runs', async () => {
  const counting = await openShop({ jobs: publishedJobs.jobs });
  await expect.poll(() => openValues(counting.store.db, 'job count-runs').get('runs')).toBe(1);
  await counting.close();
});

test('values are what JSON can hold, in any script, and have limits', async () => {
  const values = openValues(shop.store.db, 'job rates');
  const stored = { name: 'दीपक 💡', list: [1, null, true] };
  await values.set('दीपक', stored);
  await values.set('दीपक', { ...stored, name: 'x' });
  expect(await values.get('दीपक')).toEqual({ ...stored, name: 'x' });
  await values.set('दीपक', undefined);
  expect(await values.get('दीपक')).toBeUndefined();
  await expect(values.set('k'.repeat(201), 1)).rejects.toThrow(RangeError);
  await expect(values.set('a\0b', 1)).rejects.toThrow(RangeError);
  await expect(values.set('k', 'x'.repeat(65_535))).rejects.toThrow(RangeError);
  const rows = Array.from({ length: 1000 }, (_, i) => ({ owner: 'job rates', key: `k${i}`, value: '1', updated_at: '' }));
  await shop.change((tx) => tx.insertInto('extension_value').values(rows).execute());
  await expect(values.set('one more', 1)).rejects.toThrow(RangeError);
  await values.set('k7', 2);
  expect([await values.get('k7'), await values.get('one more')]).toEqual([2, undefined]);
});

test('intervals are minutes, hours and days', () => {
  expect(['1 min', '15min', '2 h', '1 d'].map(parseInterval)).toEqual([MINUTE_MS, 15 * MINUTE_MS, 2 * HOUR_MS, DAY_MS]);
});
