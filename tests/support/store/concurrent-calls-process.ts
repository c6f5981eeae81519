import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore } from '#api/embedded-store.ts';
import { type Connection, request } from '#lib/client/request.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import type { Answers, Errand, Wish } from './concurrent-calls.ts';
import { BUSY_PAUSE_MS, serveErrands } from './process-pool.ts';

/** One process of concurrent calls: makes its calls, a few at a time. */

const TOO_BUSY = 503;

async function ask(connection: Connection, { call: name, token, params = {}, headers = {}, body }: Wish) {
  const call = ([...calls, ...adminCalls] as readonly Call[]).find((one) => one.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  const outcome = await request(connection, call, { token, params, headers, body });
  if (!outcome) throw new Error('a call was cancelled');
  return outcome as { success: boolean; httpStatus?: number; message?: string };
}

serveErrands(async ({ dataDir, databaseUrl, wishes, atOnce }: Errand): Promise<Answers> => {
  // The answers tell what failed; workers of a busy store log that they try again.
  const log = pino({ level: 'silent' });
  const store = await openStore({ dataDir, databaseUrl, applicationKey: 'test-key', demoMode: true, log });
  const connection = { base: 'http://store.test/api', applicationKey: 'test-key', send: store.fetch };
  const answers: Answers = {};

  async function make(wish: Wish): Promise<void> {
    let { success, httpStatus, message } = await ask(connection, wish);
    while (httpStatus === TOO_BUSY && wish.again) {
      await sleep(BUSY_PAUSE_MS);
      ({ success, httpStatus, message } = await ask(connection, wish));
    }
    const answer = success ? 'ok' : `${httpStatus} ${message}`;
    answers[answer] = (answers[answer] ?? 0) + 1;
  }

  // Each worker takes the next call once it has its answer.
  const line = async (): Promise<void> => {
    for (let wish = wishes.pop(); wish; wish = wishes.pop()) await make(wish);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  await store.close();
  return answers;
});
