import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { Rasteriser } from '#api/services/pictures/run-rasterise-process.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"><rect width="30" height="40" fill="#f00"/></svg>',
);

const folder = mkdtempSync(join(tmpdir(), 'haat-rasteriser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program that does this with each picture. */
function program(onMessage: string): URL {
  const file = join(folder, `${onMessage.length}.mjs`);
  writeFileSync(file, `process.on('message', (svg) => { ${onMessage} }); process.once('disconnect', () => process.exit());`);
  return pathToFileURL(file);
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('pictures share a process, which ends when it is idle; a later picture starts another', async () => {
  const rasteriser = new Rasteriser({ idleMs: 300 });
  const jpeg = await rasteriser.rasterise(svg);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 1600 });
  const first = rasteriser.pid as number;
  await rasteriser.rasterise(svg);
  expect(rasteriser.pid).toBe(first);
  await expect.poll(() => isRunning(first)).toBe(false);
  expect(rasteriser.pid).toBeUndefined();
  expect((await rasteriser.rasterise(svg)).length).toBeGreaterThan(0);
});

test('a picture that cannot be read fails with the reason, and the process goes on', async () => {
  const rasteriser = new Rasteriser({ idleMs: 300 });
  await expect(rasteriser.rasterise(Buffer.from('<svg viewBox="0 0 9 9"><rect'))).rejects.toThrow('XML parse error');
  const pid = rasteriser.pid;
  expect(pid).toBeDefined();
  expect((await rasteriser.rasterise(svg)).length).toBeGreaterThan(0);
  expect(rasteriser.pid).toBe(pid);
});

test('a process that crashes fails its picture, and the next picture gets a new one', async () => {
  const rasteriser = new Rasteriser({
    program: program('if (svg.length > 5) process.kill(process.pid, "SIGKILL"); process.send({ jpeg: svg });'),
  });
  await expect(rasteriser.rasterise(svg)).rejects.toThrow('The process that makes pictures ended (SIGKILL)');
  expect(await rasteriser.rasterise(svg.subarray(0, 3))).toEqual(svg.subarray(0, 3));
});

test('a picture that takes too long fails, and its process is ended', async () => {
  const rasteriser = new Rasteriser({ program: program('globalThis.busy = true; for (;;);'), timeoutMs: 500 });
  const work = rasteriser.rasterise(svg);
  const pid = rasteriser.pid as number;
  await expect(work).rejects.toThrow('The picture was not made within 500 ms');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
