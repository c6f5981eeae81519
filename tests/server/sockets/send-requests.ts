import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Attack, anyAttack, type Targets } from './malformed-requests.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/** Number of concurrent attacks. */
const AT_ONCE = 20;

/** Timeout of a connection in milliseconds; half of the requests get no response. */
const PATIENCE_MS = 250;

/** Number of responses by status. */
export type Tally = Map<number, number>;

function count(tally: Tally, chunk: string): void {
  for (const [, status] of chunk.matchAll(/HTTP\/1\.1 (\d{3}) /g))
    tally.set(Number(status), (tally.get(Number(status)) ?? 0) + 1);
}

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** Runs one attack; resolves when its connection is closed, or left open until the end of the run. */
async function run(port: number, attack: Attack, tally: Tally, late: Socket[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const gone = closed(socket);
  socket.on('error', () => undefined);
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
  if (attack.reads === 'nothing') socket.pause();
  else {
    socket.on('data', (chunk) => {
      count(tally, chunk.toString('latin1'));
      if (attack.reads === 'some') socket.pause();
    });
  }
  for (const piece of attack.pieces) {
    if (socket.destroyed) break;
    socket.write(piece, 'latin1');
    await nextTurn();
  }
  if (attack.leaves === 'late') {
    clearTimeout(patience);
    late.push(socket);
    return;
  }
  if (attack.leaves === 'end') socket.end();
  else if (attack.reads === 'nothing') socket.resetAndDestroy();
  else socket.once('data', () => socket.resetAndDestroy());
  await gone;
  clearTimeout(patience);
}

/** Sends `requests` malformed requests, made from `seed`, over many connections. Resolves when every connection is closed. */
export async function sendMalformed(port: number, targets: Targets, requests: number, seed: number): Promise<Tally> {
  const random: Random = seededRandom(seed);
  const tally: Tally = new Map();
  const late: Socket[] = [];
  let left = requests;
  const attacker = async (): Promise<void> => {
    while (left > 0) {
      const attack = anyAttack(random, targets);
      left -= attack.requests;
      await run(port, attack, tally, late);
      for (const socket of late.length > AT_ONCE ? late.splice(0) : []) socket.resetAndDestroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attacker));
  await Promise.all(
    late.map((socket) => {
      const gone = socket.closed || closed(socket);
      socket.destroy();
      return gone;
    }),
  );
  return tally;
}
