import { once } from 'node:events';
import { availableParallelism, setPriority } from 'node:os';
import type { Sharp } from 'sharp';
import { LOW_PRIORITY } from '#api/services/concurrency.ts';
import { MAX_PIXELS } from '#api/services/pictures/accepted-pictures.ts';
import {
  avifOptions,
  encodeJpeg,
  encodePreview,
  PREVIEW_WIDTH,
  sharp,
  sourceOptions,
  webpOptions,
} from '#api/services/pictures/image-library.ts';
import { detectImageType } from '#api/services/pictures/image-type.ts';
import { pictureWidths } from '#lib/rules/pictures/reference.ts';

// Program of the processes that decode and encode photographs (see encode-picture.ts and picture-process.ts).

/** A stored file of a picture: its width in pixels, its file ending and its content. */
export interface EncodedFile {
  width: number;
  ext: 'avif' | 'webp' | 'jpg';
  bytes: Uint8Array;
}

/** The upright size of a picture in pixels, and its placeholder. */
export interface PictureFacts {
  width: number;
  height: number;
  placeholder: Uint8Array;
}

/** What is stored of a picture at first. */
export interface FirstFiles {
  /** A JPEG to show until all files are made. */
  preview: Uint8Array;
  /** What all files are made from: the upright picture without its metadata, in the widest width. */
  source: Uint8Array;
}

/**
 * What to do with a picture. `describe`: its facts. `preview`: its first files. `encode`: all its files. The widest picture is `width` pixels
 * wide.
 */
export type EncodeTask = { task: 'describe' } | { task: 'preview' | 'encode'; width: number };

/** A message; the picture's `size` bytes follow on the standard input. */
export type EncodeRequest = EncodeTask & { size: number };

export type EncodeReply = PictureFacts | { files: EncodedFile[] } | FirstFiles | { failure: string; code?: string };

/**
 * How often the process compares its memory with its limit, in milliseconds. The image library works in other threads. A limit by the system
 * would count what V8 only reserves, and macOS has none.
 */
const MEMORY_CHECK_MS = 20;

/** The end of a JPEG. */
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Opens a picture, upright. A JPEG whose end is missing is taken when nothing else of it is missing. */
function open(bytes: Uint8Array) {
  const lacksEnd = detectImageType(bytes) === 'jpeg' && !END_OF_IMAGE.equals(bytes.subarray(-2));
  const complete = lacksEnd ? Buffer.concat([bytes, END_OF_IMAGE]) : bytes;
  return sharp(complete, { limitInputPixels: MAX_PIXELS, failOn: lacksEnd ? 'warning' : 'error' }).autoOrient();
}

/** Resizes a picture to its widest width; uncompressed. */
const resizeToWidest = (bytes: Uint8Array, widest: number): Promise<Buffer> =>
  open(bytes).resize({ width: widest }).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer();

async function describe(bytes: Uint8Array): Promise<PictureFacts> {
  const { width, height } = (await open(bytes).metadata()).autoOrient;
  return { width, height, placeholder: await encodePlaceholder(open(bytes), width >= height) };
}

async function makeFirstFiles(bytes: Uint8Array, widest: number): Promise<FirstFiles> {
  const upright = sharp(await resizeToWidest(bytes, widest));
  const { hasAlpha } = await upright.metadata();
  return {
    preview: await encodePreview(upright.clone().resize({ width: Math.min(widest, PREVIEW_WIDTH) })),
    source: await (hasAlpha ? upright.png() : upright.jpeg(sourceOptions)).toBuffer(),
  };
}

async function encode(bytes: Uint8Array, widest: number): Promise<EncodedFile[]> {
  const files: EncodedFile[] = [];
  const upright = await resizeToWidest(bytes, widest);
  for (const width of pictureWidths(widest)) {
    const sized = sharp(upright).resize({ width });
    files.push({ width, ext: 'avif', bytes: await sized.clone().avif(avifOptions).toBuffer() });
    files.push({ width, ext: 'webp', bytes: await sized.clone().webp(webpOptions).toBuffer() });
    files.push({ width, ext: 'jpg', bytes: await encodeJpeg(sized) });
  }
  return files;
}

/** Reads the picture of a request. */
async function readInput(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  while (filled < size) {
    const chunk = process.stdin.read() as Buffer | null;
    if (chunk) filled += chunk.copy(bytes, filled);
    else await once(process.stdin, 'readable');
  }
  return bytes;
}

async function perform(request: EncodeRequest): Promise<EncodeReply> {
  const bytes = await readInput(request.size);
  if (request.task === 'encode') return { files: await encode(bytes, request.width) };
  return request.task === 'preview' ? makeFirstFiles(bytes, request.width) : describe(bytes);
}

function toFailure(error: unknown): EncodeReply {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return { failure: message, ...(error instanceof Error && 'code' in error ? { code: String(error.code) } : {}) };
}

setPriority(LOW_PRIORITY);
// Several processes run at a time (encode-picture.ts).
sharp.concurrency(Math.max(1, Math.floor(availableParallelism() / 2)));
const limit = Number(process.argv[2]) * 1024 ** 2;
setInterval(() => {
  if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL');
}, MEMORY_CHECK_MS);
process.on('message', (request: EncodeRequest) => {
  perform(request)
    .catch(toFailure)
    .then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit());

/** Sizes of the parts of a BMP file in bytes: file header, core header, and a row of one pixel with its padding. */
const FILE_HEADER = 14;
const CORE_HEADER = 12;
const ROW = 4;

const BITS_PER_PIXEL = 24;

/** The grid that a picture is reduced to, whose outer cells are its edge. */
const GRID = 16;

/**
 * Mean colour, from red to blue, of the edge of a picture's upper or lower half: of a wide picture above or below, where its frame is taller,
 * of a tall one at its sides.
 */
function meanOfEdge(cells: Uint8Array, isUpper: boolean, isWide: boolean): number[] {
  const half = Array.from({ length: (GRID * GRID) / 2 }, (_, i) => (isUpper ? i : i + (GRID * GRID) / 2));
  const isEdge = (cell: number): boolean => {
    const place = isWide ? Math.floor(cell / GRID) : cell % GRID;
    return place === 0 || place === GRID - 1;
  };
  const edge = half.filter(isEdge);
  return [0, 1, 2].map((channel) =>
    Math.round(edge.reduce((sum, cell) => sum + (cells[3 * cell + channel] ?? 0), 0) / edge.length),
  );
}

/**
 * Encodes the placeholder of a picture: the colours of its edge in its upper and its lower half, which also fill what the picture leaves empty
 * of a frame, as a BMP of 34 bytes. All placeholders of a page but for their six bytes of colour are equal, so that they cost little once the
 * page is compressed.
 */
export async function encodePlaceholder(picture: Sharp, isWide: boolean): Promise<Buffer> {
  const cells = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(GRID, GRID, { fit: 'fill' })
    .raw()
    .toBuffer();
  const file = Buffer.alloc(FILE_HEADER + CORE_HEADER + 2 * ROW);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(FILE_HEADER + CORE_HEADER, 10);
  file.writeUInt32LE(CORE_HEADER, FILE_HEADER);
  const [width, height, planes] = [1, 2, 1];
  for (const [i, value] of [width, height, planes, BITS_PER_PIXEL].entries()) file.writeUInt16LE(value, FILE_HEADER + 4 + 2 * i);
  // Rows from the bottom up, colours from blue to red.
  const [upper, lower] = [meanOfEdge(cells, true, isWide), meanOfEdge(cells, false, isWide)];
  for (const [row, colour] of [lower, upper].entries()) file.set(colour.toReversed(), FILE_HEADER + CORE_HEADER + row * ROW);
  return file;
}
