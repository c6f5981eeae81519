import { memoryArgs, memoryEnv } from '#api/services/node-memory-flags.mjs';

/** Settings of a shop whose memory is measured, as in `deploy/shop.service`; without SUPERVISE, so that the process is the server. */
export const memoryEnvironment = {
  ...memoryEnv,
  NODE_OPTIONS: memoryArgs.join(' '),
  LOG_LEVEL: 'warn',
  DEMO_MODE: '1',
};
