import { fileURLToPath } from 'node:url';
import { supervise } from '#server/process/supervise.mjs';

/** Supervises `child.ts` with options given as JSON. */
const options = JSON.parse(process.argv[2] ?? '{}') as { backoff?: number[]; giveUpAfter?: number };
const program = fileURLToPath(new URL('./supervised-process.ts', import.meta.url));
process.exitCode = await supervise({ program, ...options, print: (line) => console.log(line) });
