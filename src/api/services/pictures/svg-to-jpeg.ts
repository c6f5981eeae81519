import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { svgJpegSize } from '#lib/rules/pictures/svg-jpeg.ts';
import { encodeJpeg } from './jpeg.ts';
import { hasMediaFile, writeMediaFile } from './media-files.ts';
import { readSvgSize } from './svg-validation.ts';

const TIMEOUT_SECONDS = 20;

/** Rasterises one picture at a time, so that a crawler that requests hundreds does not slow down shoppers. */
const limit = limitConcurrency(1);
const inProgress = new Map<string, Promise<void>>();

/** The file name of an SVG's JPEG: the SVG's name with `.jpg` appended. */
const jpegName = /^([0-9a-f]{24}\.svg)\.jpg$/;

/**
 * Rasterises an SVG of the media folder to the JPEG `name` (lib/rules/pictures/drawing-jpeg.ts) and caches it in the folder. Returns false
 * when the name is not that of a JPEG or the SVG does not exist. Concurrent calls for one file share the work. Throws when the SVG cannot be
 * rasterised or the timeout is reached.
 */
export async function rasteriseSvg(folder: string, name: string): Promise<boolean> {
  const svg = jpegName.exec(name)?.[1];
  if (!svg || !hasMediaFile(folder, svg)) return false;
  const key = join(folder, name);
  const work = inProgress.get(key) ?? limit(() => rasterise(folder, svg, name)).finally(() => inProgress.delete(key));
  inProgress.set(key, work);
  await work;
  return true;
}

async function rasterise(folder: string, svg: string, name: string): Promise<void> {
  if (hasMediaFile(folder, name)) return;
  const bytes = await readFile(join(folder, svg));
  const image = sharp(bytes)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ ...svgJpegSize(readSvgSize(bytes.toString())), fit: 'contain', background: '#ffffff' });
  await writeMediaFile(folder, name, await encodeJpeg(image));
}
