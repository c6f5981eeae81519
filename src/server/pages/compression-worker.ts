import { parentPort } from 'node:worker_threads';
import type { CompressionJob, CompressionResult } from './background-compressor.ts';
import { compressBody } from './compress-body.ts';
import { compressWithDictionary } from './compress-with-dictionary.ts';

/** Worker thread of BackgroundCompressor. Blocks neither the event loop nor libuv's thread pool. */
parentPort?.on('message', ({ coding, level, body, dictionary }: CompressionJob) => {
  if (coding !== 'dcb') return send(compressBody(Buffer.from(body), coding, level));
  if (!dictionary) throw new Error('dcb needs a dictionary');
  return send(compressWithDictionary(body, coding, dictionary));
});

const send = (compressed: CompressionResult): void => parentPort?.postMessage(compressed);
