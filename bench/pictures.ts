import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { withFolder } from '#bench/measure/store.ts';
import { startShop } from '../tests/support/browser/shop-server.ts';

/** How many pictures are imported by default. */
const PICTURES = 1000;

/** Goals: all pictures are shown within this time, in seconds, and picture processes and command together take at most this, in megabytes. */
const MAX_SECONDS = 600;
const MAX_MB = 400;

/** Interval between two memory readings, in milliseconds. */
const SAMPLE_MS = 250;

const command = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** Returns a JPEG of 12 megapixels and about 2 MB, as a phone takes it. */
async function takePhonePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const grain = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  return sharp(grain).resize(4000, 3000).jpeg({ quality: 80 }).toBuffer();
}

/** A JPEG with a comment, so that its bytes differ from those of all others. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xfffe, 0);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
}

const pidsOf = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Proportional memory of the processes that `isWanted`, in megabytes. Linux only. */
const memoryWhere = (isWanted: (pid: number) => boolean): number =>
  pidsOf()
    .filter(isWanted)
    .reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024, 0);

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1]);

/** Samples memory until `work` settles; returns the peak. */
async function watchPeak(measure: () => number, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, measure());
  }, SAMPLE_MS);
  await work.finally(() => clearInterval(timer));
  return peak;
}

/** Imports large pictures: when all are shown, and the memory of the command with its picture processes. Linux only. */
export async function benchPictures(count = PICTURES): Promise<void> {
  await withFolder(async (folder) => {
    const [dataDir, pictures, file] = [join(folder, 'data'), join(folder, 'pictures'), join(folder, 'products.csv')];
    mkdirSync(pictures);
    const jpeg = await takePhonePicture();
    const names = Array.from({ length: count }, (_, i) => `p${i}.jpg`);
    for (const name of names) writeFileSync(join(pictures, name), withComment(jpeg, name));
    const rows = names.map((name, i) => `bag-${i},Bag ${i},Bags,999,${name}`);
    writeFileSync(file, ['Handle,Title,Type,Variant Price,Image Src', ...rows].join('\n'));
    console.log(`${count} pictures of ${(jpeg.length / 1e6).toFixed(1)} MB`);

    const startedAt = performance.now();
    const child = spawn(process.execPath, [command, 'import', file, '--pictures', pictures], {
      env: { ...process.env, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isOfImport = (pid: number) => pid === child.pid || parentOf(pid) === child.pid;
    const importMb = await watchPeak(() => memoryWhere(isOfImport), once(child, 'exit'));
    const shop = await startShop(dataDir, {});
    try {
      const { origin } = new URL(shop.url);
      const page = await (await fetch(`${origin}/shop`)).text();
      const [shown = ''] = /\/media\/[0-9a-f]+-\d+\.avif/.exec(page) ?? [];
      const response = await fetch(origin + shown);
      const seconds = (performance.now() - startedAt) / 1000;
      if (response.headers.get('content-type')?.startsWith('image/') !== true) throw new Error(`${shown} is no picture`);
      console.log(
        `all shown after ${seconds.toFixed(0)} s (goal ${MAX_SECONDS}), import ${importMb.toFixed(0)} MB (goal ${MAX_MB})`,
      );
      if (seconds > MAX_SECONDS || importMb > MAX_MB) process.exitCode = 1;
    } finally {
      await shop.stop();
    }
  });
}
