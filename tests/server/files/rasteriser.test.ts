import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { PictureProcess, type PictureProcessOptions } from '#api/services/pictures/picture-process.ts';
import type { RasteriseReply } from '#api/services/pictures/rasterise-process.ts';

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

const rasteriseProgram = new URL('../../../src/api/services/pictures/rasterise-process.ts', import.meta.url);

/** Rasterises SVGs. */
function start(options: Partial<PictureProcessOptions>) {
  return new PictureProcess<Uint8Array, RasteriseReply>({ program: rasteriseProgram, timeoutMs: 30_000, ...options });
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('pictures share a process, which ends when it is idle; a later picture starts another', async () => {
  const rasteriser = start({ idleMs: 300 });
  const { jpeg } = await rasteriser.ask(svg);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 1600 });
  const first = rasteriser.pid as number;
  await rasteriser.ask(svg);
  expect(rasteriser.pid).toBe(first);
  await expect.poll(() => isRunning(first)).toBe(false);
  expect(rasteriser.pid).toBeUndefined();
  expect((await rasteriser.ask(svg)).jpeg?.length).toBeGreaterThan(0);
});

test('a picture that cannot be read fails with the reason, and the process goes on', async () => {
  const rasteriser = start({ idleMs: 300 });
  expect((await rasteriser.ask(Buffer.from('<svg viewBox="0 0 9 9"><rect'))).failure).toContain('XML parse error');
  const pid = rasteriser.pid;
  expect(pid).toBeDefined();
  expect((await rasteriser.ask(svg)).jpeg?.length).toBeGreaterThan(0);
  expect(rasteriser.pid).toBe(pid);
});

test('a process that crashes fails its picture, and the next picture gets a new one', async () => {
  const rasteriser = start({
    program: program('if (svg.length > 5) process.kill(process.pid, "SIGKILL"); process.send({ jpeg: svg });'),
  });
  await expect(rasteriser.ask(svg)).rejects.toThrow('The process that makes pictures ended (SIGKILL)');
  expect(await rasteriser.ask(svg.subarray(0, 3))).toEqual({ jpeg: svg.subarray(0, 3) });
});

test('a picture that takes too long fails, and its process is ended', async () => {
  const rasteriser = start({ program: program('globalThis.busy = true; for (;;);'), timeoutMs: 500 });
  const work = rasteriser.ask(svg);
  const pid = rasteriser.pid as number;
  await expect(work).rejects.toThrow('The picture was not made within 500 ms');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
