import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawingJpegSize } from '#lib/rules/pictures/drawing-jpeg.ts';
import { limitConcurrency } from './concurrency.ts';
import { hasMediaFile, writeMediaFile } from './media-files.ts';
import { readSvgSize } from './svg-validation.ts';

/** Seconds that drawing one picture may take. */
const TIME_LIMIT = 20;

/** One drawing is painted at a time: a crawler that asks for hundreds leaves room for shoppers. */
const painting = limitConcurrency(1);
const underWay = new Map<string, Promise<void>>();

/** The name of a drawing's JPEG; it begins with the name of the drawing. */
const jpegName = /^([0-9a-f]{24}\.svg)\.jpg$/;

/**
 * Paints a drawing of the media folder as the JPEG `name` ("<drawing's file>.jpg", see rules/drawing-jpeg.ts) and keeps it beside the
 * drawing. Returns false, and touches no file, when the name is not one of a JPEG or no such drawing is there. However many ask at
 * once, it is painted once. Throws when the drawing cannot be painted.
 */
export async function rasteriseSvg(folder: string, name: string): Promise<boolean> {
  const drawing = jpegName.exec(name)?.[1];
  if (!drawing || !hasMediaFile(folder, drawing)) return false;
  const key = join(folder, name);
  const paint = underWay.get(key) ?? painting(() => paintOnce(folder, drawing, name)).finally(() => underWay.delete(key));
  underWay.set(key, paint);
  await paint;
  return true;
}

async function paintOnce(folder: string, drawing: string, name: string): Promise<void> {
  if (hasMediaFile(folder, name)) return;
  const bytes = await readFile(join(folder, drawing));
  const painted = await sharp(bytes)
    .timeout({ seconds: TIME_LIMIT })
    .resize({ ...drawingJpegSize(readSvgSize(bytes.toString())), fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  await writeMediaFile(folder, name, painted);
}
