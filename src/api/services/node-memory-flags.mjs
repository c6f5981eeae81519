// Plain JavaScript without dependencies: the supervisor loads it before anything else.

/**
 * Keeps memory small: the young generation of V8's heap at most 12 MB instead of 48, two arenas of the C library instead of eight per
 * core, and memory that the image library has freed goes back to the system. Environments without the supervisor set the same (see
 * Dockerfile and deploy/shop.service).
 */
export const memoryArgs = ['--max-semi-space-size=4'];
export const memoryEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
