import { limitConcurrency } from '#api/services/concurrency.ts';
import { MAX_PIXELS, PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import { PictureProcess, PictureProcessEnded } from '#api/services/pictures/picture-process.ts';
import type { EncodedFile, EncodeReply, EncodeRequest, EncodeTask, FirstFiles, PictureFacts } from './encode-process.ts';

/** A picture is given up after this time, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** How many pictures are made at a time. Each process uses its share of the cores. */
const PROCESSES = 2;

/** Memory of one of several processes, and of one that runs alone, in megabytes. With the command they stay below 400. */
const SHARED_MEMORY_MB = 150;
const ALONE_MEMORY_MB = 260;

const start = (maxMemoryMb: number) =>
  new PictureProcess<EncodeRequest, EncodeReply>({
    program: new URL('./encode-process.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    maxMemoryMb,
  });

const idle = Array.from({ length: PROCESSES }, () => start(SHARED_MEMORY_MB));
const limit = limitConcurrency(PROCESSES);
const limitAlone = limitConcurrency(1);

/** A picture, and a signal that ends the process that makes it. */
interface Input {
  bytes: Uint8Array;
  signal?: AbortSignal | undefined;
}

/** Asks one of the processes that run at a time. */
function askShared(request: EncodeRequest, input: Input): Promise<EncodeReply> {
  return limit(async () => {
    const worker = idle.pop() as (typeof idle)[number];
    try {
      return await worker.ask(request, input);
    } finally {
      idle.push(worker);
    }
  });
}

/** Asks a process that may use the memory of all: waits until it is the only one. */
function askAlone(request: EncodeRequest, input: Input): Promise<EncodeReply> {
  return limitAlone(async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const slots = Array.from({ length: PROCESSES }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      void limit(() => {
        resolve();
        return finished;
      });
      return promise;
    });
    const worker = start(ALONE_MEMORY_MB);
    try {
      await Promise.all(slots);
      for (const other of idle) other.end();
      return await worker.ask(request, input);
    } finally {
      worker.end();
      finish();
    }
  });
}

/**
 * Asks for a picture; one that needs more memory than a share is tried again alone. Throws `PictureRefused`, and the reason of the signal
 * when it aborts.
 */
async function ask(task: EncodeTask, input: Input): Promise<EncodeReply> {
  const request = { ...task, size: input.bytes.length };
  try {
    const reply = await askShared(request, input).catch((error: unknown) => {
      input.signal?.throwIfAborted();
      if (error instanceof PictureProcessEnded && !error.isTimeout) return askAlone(request, input);
      throw error;
    });
    if (!('failure' in reply)) return reply;
    if (reply.failure.includes('pixel limit')) throw new PictureRefused(`has more than ${MAX_PIXELS / 1e6} million pixels`);
    if (/memory/i.test(reply.failure)) throw refuseHeavy();
    throw new PictureRefused(`cannot be decoded (${reply.failure})`);
  } catch (error) {
    input.signal?.throwIfAborted();
    if (!(error instanceof PictureProcessEnded)) throw error;
    throw error.isTimeout ? new PictureRefused(`took longer than ${TIMEOUT_MS / 1000} seconds to decode`) : refuseHeavy();
  }
}

const refuseHeavy = (): PictureRefused =>
  new PictureRefused('takes too much memory; save it again as a JPEG of at most 4,000 pixels without further data');

/** Returns the size and the placeholder of a picture. Throws `PictureRefused` when it cannot be decoded within the limits. */
export async function describePicture(bytes: Uint8Array): Promise<PictureFacts> {
  return (await ask({ task: 'describe' }, { bytes })) as PictureFacts;
}

/** Makes the first files of a picture in a tenth of the time of all files. Throws `PictureRefused`. */
export async function makeFirstFiles(bytes: Uint8Array, width: number): Promise<FirstFiles> {
  return (await ask({ task: 'preview', width }, { bytes })) as FirstFiles;
}

/** Encodes a picture in all formats and in the widths of `pictureWidths(width)`, the widest JPEG last. Throws `PictureRefused`. */
export async function encodePicture(bytes: Uint8Array, width: number, signal?: AbortSignal): Promise<EncodedFile[]> {
  return ((await ask({ task: 'encode', width }, { bytes, signal })) as { files: EncodedFile[] }).files;
}
