import type { Call } from '#lib/contract/calls/define-call.ts';

/** A way in which a call can fail, and the server's messages `said`; without them the default message applies. */
export interface Failure {
  name: string;
  answer: () => Promise<Response>;
  said?: string[];
  /** The outcome on the server is unknown: a broken connection, a server error. */
  undecided?: boolean;
  /** The body of a reply that reports success. */
  body?: { success: true; data?: unknown };
}

const reply = (body: object, status: number) => () => Promise.resolve(Response.json(body, { status }));

const succeeding = (name: string, body: { success: true; data?: unknown }): Failure => ({ name, body, answer: reply(body, 200) });

/** Every kind of failure with a specified message. */
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

/** Calls whose success needs no data, though this project's store sends some: what was sent tells the rest. */
const needNoData = [
  'register',
  'verifyEmail',
  'updateUserDetails',
  'otpSend',
  'loginOtp',
  'shippingAddress',
  'addToCart',
  'addToCartGuest',
  'checkout',
  'cancelOrder',
];

/** Returns whether the call accepts a reply without more data than this. */
export const succeedsAnyway = (call: Call, { body }: Failure): boolean =>
  body !== undefined && (needNoData.includes(call.name) || call.reply.safeParse(body).success);
