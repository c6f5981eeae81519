import { appendFileSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { watchProcess } from '#server/process/crash-handling.ts';

/**
 * A supervised program that follows PLAN, one step per start as counted in RUNS: `refuse` exits with 3 before it is ready, `crash`
 * throws when ready, `die` is killed when ready, `serve` runs until it is stopped. Prints its steps and its pid.
 */
const runs = process.env['RUNS'] as string;
const plan = (process.env['PLAN'] as string).split(' ');
appendFileSync(runs, '.');
const deed = plan[Math.min(readFileSync(runs).length, plan.length) - 1] as string;
// Before the step is printed: a test stops the program as soon as it reads that line.
process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${deed} ${process.pid}\n`);
if (deed === 'refuse') process.exit(3);

const watch = watchProcess(pino({ level: 'silent' }));
watch.reportListening();
const alive = setInterval(() => undefined, 1000);
if (deed === 'crash')
  setImmediate(() => {
    clearInterval(alive);
    throw new Error('a crash');
  });
// Waits until the ready message is sent, so that the death counts as one of a running shop.
if (deed === 'die') setImmediate(() => process.kill(process.pid, 'SIGKILL'));
