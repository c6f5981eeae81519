import { env } from 'node:process';

// Vitest setup file. fast-check chooses a seed in each run and prints it with a failure; `SEED` repeats that run.
if (env['SEED']) (await import('fast-check')).configureGlobal({ seed: Number(env['SEED']) });
