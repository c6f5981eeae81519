import { isMainThread } from 'node:worker_threads';

// Preloaded by `spawnBound`. The system closes the pipe when the parent ends in any way.
if (isMainThread) {
  process.stdin.once('end', () => process.exit()).resume();
  process.stdin.unref();
  // Processes that this one forks have another standard input.
  process.execArgv.splice(process.execArgv.indexOf('--import'), 2);
}
