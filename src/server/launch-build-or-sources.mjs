import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { findProgram } from './builds/find-program.mjs';

// Runs the server: the program of the build, if it was made from the current sources, else the sources themselves.

// V8 lets a small heap grow to several times its size between two full collections; cached pages that were evicted wait for these.
setFlagsFromString('--heap-growing-percent=50');

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const program = findProgram(projectFolder, process.env);
await import(program ? pathToFileURL(program).href : new URL('main-from-sources.ts', import.meta.url).href);
