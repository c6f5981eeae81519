import { limitConcurrency } from '#api/services/concurrency.ts';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { svgOfJpeg } from '#lib/rules/pictures/stored-name.ts';
import { PictureProcess } from './picture-process.ts';
import type { RasteriseReply } from './rasterise-process.ts';

/** A picture is given up after this time, in milliseconds; the image library's own timeout comes first. */
const TIMEOUT_MS = 30_000;

const program = new URL('./rasterise-process.ts', import.meta.url);
const rasteriser = new PictureProcess<Uint8Array, RasteriseReply>({ program, timeoutMs: TIMEOUT_MS });

/** Rasterises one picture at a time, so that a crawler that requests hundreds does not slow down shoppers. */
const limit = limitConcurrency(1);
const inProgress = new Map<string, Promise<void>>();

/**
 * Rasterises a stored SVG to the JPEG `name` (lib/rules/pictures/stored-name.ts) and stores it. Returns false when the name is not that of a
 * JPEG or the SVG does not exist. Concurrent calls for one file share the work. Throws when the SVG cannot be rasterised or the timeout is
 * reached.
 */
export async function rasteriseSvg(storage: FileStorage, name: string): Promise<boolean> {
  const svg = svgOfJpeg(name);
  if (!svg || !(await storage.head(svg))) return false;
  const key = `${storage.location}/${name}`;
  const work = inProgress.get(key) ?? limit(() => rasterise(storage, svg, name)).finally(() => inProgress.delete(key));
  inProgress.set(key, work);
  await work;
  return true;
}

async function rasterise(storage: FileStorage, svg: string, name: string): Promise<void> {
  if (await storage.head(name)) return;
  const bytes = await readStoredFile(storage, svg);
  if (!bytes) return;
  const { jpeg, failure } = await rasteriser.ask(bytes);
  if (failure !== undefined) throw new Error(failure);
  await storage.put(name, jpeg);
}
