import { spawnBound } from '#tests/support/spawn-bound.ts';

// Starts a program that never ends by itself, and prints its process id.
const child = spawnBound(['--eval', 'console.log("started"); setInterval(() => {}, 1000)']);
child.stdout.once('data', () => console.log(child.pid));
