import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of one colour with further chunks before its pixels. */
function png(width: number, height: number, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A small PNG whose texts are 1 GB when decompressed. */
function textBomb(): Buffer {
  const text = deflateSync(Buffer.alloc(50 * 1024 ** 2, 'a'));
  return png(
    200,
    200,
    Array.from({ length: 20 }, (_, i) => chunk('zTXt', Buffer.concat([Buffer.from(`k${i}\0\0`), text]))),
  );
}

/** A GIF of 100 by 100 pixels with many frames of one. */
function manyFrames(count: number): Buffer {
  const screen = Buffer.from('47494638396164006400800000000000ffffff', 'hex');
  const frame = Buffer.from('2c00000000010001000002024401003b', 'hex').subarray(0, -1);
  return Buffer.concat([screen, ...Array.from({ length: count }, () => frame), Buffer.from(';')]);
}

/** The memory of this process's picture processes together, in megabytes. */
function childMemory(): number {
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  const sizes = children.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)) return 0;
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encode-process.ts')) return 0;
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a6b5c' } });

test('pictures that need much memory or time are taken or refused with a reason, and the others are taken', async () => {
  const folder = temporaryFolder();
  const [jpeg, small] = await Promise.all([picture(900, 600).jpeg().toBuffer(), picture(60, 40).png().toBuffer()]);
  const files: Record<string, Uint8Array> = {
    'texts.png': textBomb(),
    'huge.png': png(30_000, 30_000),
    'frames.gif': manyFrames(5000),
    'truncated.jpg': jpeg.subarray(0, jpeg.length / 2),
    'polyglot.png': Buffer.concat([small, Buffer.from('<script>alert(1)</script>PK\x03\x04')]),
    'empty.png': Buffer.alloc(0),
    'end-missing.jpg': jpeg.subarray(0, -2),
    'phone.jpg': await picture(8192, 6144).jpeg({ quality: 50 }).toBuffer(),
    'sizes.jpg': await picture(1080, 17_000).jpeg({ quality: 50 }).toBuffer(),
    'mif1.avif': Buffer.from(
      (await picture(90, 60).avif().toBuffer()).toString('latin1').replace('ftypavif', 'ftypmif1'),
      'latin1',
    ),
    'good.jpg': jpeg,
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const source = createFolderSource(createFolderStorage(temporaryFolder()), folder);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, childMemory());
  }, 20);
  const results = await Promise.all(
    Object.keys(files).map(async (name) => {
      const result = await source.store(name).then(
        ({ reference }) => reference.replace(/.*#(.*)~.*/, '$1'),
        (error: Error) => error.message,
      );
      return [name, result] as const;
    }),
  ).finally(() => clearInterval(watch));
  expect(Object.fromEntries(results)).toEqual({
    'texts.png': expect.stringMatching(/^200x200$|takes too much memory/),
    'huge.png': 'has more than 120 million pixels',
    'frames.gif': '100x100',
    'truncated.jpg': expect.stringContaining('cannot be decoded'),
    'polyglot.png': '60x40',
    'empty.png': 'is not a JPEG, PNG, WebP, AVIF or GIF picture',
    'end-missing.jpg': '900x600',
    'phone.jpg': '1200x900',
    'sizes.jpg': '504x7933',
    'mif1.avif': '90x60',
    'good.jpg': '900x600',
  });
  // The limit of a process that runs alone, 260 MB, and what it may read between two checks: one text of 50 MB.
  expect(peak).toBeLessThan(320);
}, 120_000);
