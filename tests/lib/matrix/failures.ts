import type { Call } from '#lib/contract/call.ts';

/** A way in which a call can fail, and what the server has said by then; without `said` the default message is due. */
export interface Failure {
  name: string;
  answer: () => Promise<Response>;
  said?: string[];
  /** The fate of the call is not known: a broken connection, a failing server. */
  undecided?: boolean;
  /** The reply, where it says success. */
  body?: { success: true; data?: unknown };
}

const reply = (body: object, status: number) => () => Promise.resolve(Response.json(body, { status }));

const succeeding = (name: string, body: { success: true; data?: unknown }): Failure => ({ name, body, answer: reply(body, 200) });

/** Every kind of failure that specification 8 has words for. */
export const failures: Failure[] = [
  { name: 'a network failure', answer: () => Promise.reject(new TypeError('Failed to fetch')), undecided: true },
  { name: 'a 500 without a message', answer: reply({ success: false }, 500), undecided: true },
  {
    name: 'a 500 that is no JSON',
    answer: () => Promise.resolve(new Response('<h1>Oops</h1>', { status: 500 })),
    undecided: true,
  },
  {
    name: 'a 500 with a message',
    answer: reply({ success: false, message: 'The till is closed' }, 500),
    said: ['The till is closed'],
  },
  {
    name: 'a message array',
    answer: reply({ success: false, message: ['First reason', 'Second reason'] }, 422),
    said: ['First reason', 'Second reason'],
  },
  { name: 'success false', answer: reply({ success: false }, 200) },
  succeeding('a success without data', { success: true }),
  succeeding('a success with other data', { success: true, data: 'something else' }),
];

/** Whether a call needs no more of a reply than this one has. */
export const succeedsAnyway = (call: Call, { body }: Failure): boolean =>
  body !== undefined && call.reply.safeParse(body).success;
