import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { LOW_PRIORITY } from '#api/services/concurrency.ts';
import type { CompressionJob, CompressionResult } from './background-compressor.ts';
import { compressBody } from './compress-body.ts';

const compress = ({ coding, level, body }: CompressionJob): CompressionResult =>
  compressBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength), coding, level);

/** Frees a body, which nothing may use afterwards. */
function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

// Requests come first, also on a machine with one core. Linux sets the priority of this thread only; others would set that of the
// whole server. A large document, such as a sitemap, is compressed here too, and then takes longer while the processor is busy.
if (process.platform === 'linux') setPriority(LOW_PRIORITY);

/** Worker thread of BackgroundCompressor. Blocks neither the event loop nor libuv's thread pool. */
parentPort?.on('message', (job: CompressionJob) => {
  const compressed = compress(job);
  parentPort?.postMessage(compressed);
  // This thread leaves so little else that V8 would collect the bodies only after tens of megabytes.
  free(compressed);
  free(job.body);
});
