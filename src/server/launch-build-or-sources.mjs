import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { importProgram } from './builds/import-program.mjs';

// Runs the server: the program of the build, if it was made from the current sources, else the sources themselves.

// V8 lets a small heap grow to several times its size between two full collections; cached pages that were evicted wait for these.
setFlagsFromString('--heap-growing-percent=50');

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
if (!(await importProgram(projectFolder, process.env))) await import(new URL('main-from-sources.ts', import.meta.url).href);
