import { parentPort } from 'node:worker_threads';
import type { CompressionJob, CompressionResult } from './background-compressor.ts';
import { compressBody } from './compress-body.ts';

/** Worker thread of BackgroundCompressor. Blocks neither the event loop nor libuv's thread pool. */
parentPort?.on('message', ({ coding, level, body }: CompressionJob) => {
  const compressed: CompressionResult = compressBody(Buffer.from(body), coding, level);
  parentPort?.postMessage(compressed);
});
