import { appendFileSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { watchProcess } from '#server/process/watch.ts';

/**
 * A supervised program that does what PLAN says for each of its starts, by the runs counted in RUNS: `refuse` exits with 3 before it
 * opens, `crash` opens and throws, `die` opens and is killed, `serve` opens and waits for its end. Prints what it does and its pid.
 */
const runs = process.env['RUNS'] as string;
const plan = (process.env['PLAN'] as string).split(' ');
appendFileSync(runs, '.');
const deed = plan[Math.min(readFileSync(runs).length, plan.length) - 1] as string;
process.stdout.write(`${deed} ${process.pid}\n`);
if (deed === 'refuse') process.exit(3);

const watch = watchProcess(pino({ level: 'silent' }));
watch.reportListening();
process.on('SIGTERM', () => process.exit(0));
const alive = setInterval(() => undefined, 1000);
if (deed === 'crash')
  setImmediate(() => {
    clearInterval(alive);
    throw new Error('a crash');
  });
// Only once the message has left is the death one of a shop that was open.
if (deed === 'die') setImmediate(() => process.kill(process.pid, 'SIGKILL'));
