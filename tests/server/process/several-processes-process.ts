import { fileURLToPath } from 'node:url';
import { superviseWorkers } from '#server/process/several-processes.mjs';

/** Runs `answering-process.ts` in two processes. */
const program = fileURLToPath(new URL('./answering-process.ts', import.meta.url));
process.exitCode = await superviseWorkers({ program, args: [], workers: 2, print: (line) => console.log(line) });
