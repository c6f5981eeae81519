import { parentPort } from 'node:worker_threads';
import type { CompressionJob, CompressionResult } from './background-compressor.ts';
import { compressBody } from './compress-body.ts';

/** A worker thread that compresses one body after the other, so that neither the event loop nor the thread pool is held up. */
parentPort?.on('message', ({ coding, level, body }: CompressionJob) => {
  const compressed: CompressionResult = compressBody(Buffer.from(body), coding, level);
  parentPort?.postMessage(compressed);
});
