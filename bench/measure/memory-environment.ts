import { memoryArgs, memoryEnv } from '../../src/api/services/node-memory-flags.mjs';

/** The most memory of a shop after a flood of requests, in MB. */
export const MAX_FLOODED_MB = 300;

/** Settings of a shop whose memory is measured, as in `deploy/shop.service`; without SUPERVISE, so that the process is the server. */
export const memoryEnvironment = {
  ...memoryEnv,
  NODE_OPTIONS: memoryArgs.join(' '),
  LOG_LEVEL: 'warn',
  DEMO_MODE: '1',
};
