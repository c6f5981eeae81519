import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyLogStream } from './pretty-log.ts';

/** What tells who somebody is, or lets somebody in, wherever it stands in a text. */
const personal: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)*/g, '[email]'],
  [/(?<![\w-])(\+?91[ -]?)?[1-9]\d{4}[ -]?\d{5}(?![\w-])/g, '[phone]'],
  [/(?<![\w.-])\d{6}(?![\w.-])/g, '[code]'],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{40,}(?![\w-])/g, '[token]'],
  [/([?&](?:token|verify|next)=)[^&\s"']+/g, '$1[token]'],
];

/** A text without phone numbers, addresses of mails, codes and tokens. */
export const redactPersonalData = (text: string): string =>
  personal.reduce((cleaned, [pattern, word]) => cleaned.replace(pattern, word), text);

/** An error as logs show one: what it says and where it came from, and nothing else that a library may have hung on it. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactPersonalData(String(error)) };
  return {
    type: error.name,
    message: redactPersonalData(error.message),
    ...('code' in error && { code: redactPersonalData(String(error.code)) }),
    stack: redactPersonalData(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Fields that no line may show, even if somebody logs them by mistake. */
const secret = [
  'phone',
  'phone_number',
  'alt_phone_number',
  'mobile',
  'email',
  'recipient',
  'otp',
  'code',
  'token',
  'password',
  'authorization',
  'address',
  'body',
  'url',
];

const secretPaths = secret.flatMap((name) => [name, `*.${name}`]).filter((path) => path !== '*.code');

export interface LogOptions {
  /** JSON, one object a line; otherwise plain lines for people. */
  production: boolean;
  level: string;
  /** Where lines go; the standard output unless given. */
  destination?: DestinationStream;
}

/** The log of a shop. What it shows of errors and known fields is free of who and what a shopper is. */
export function createLog({ production, level, destination = pino.destination(1) }: LogOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: secretPaths, censor: '[kept secret]' },
    },
    production ? destination : prettyLogStream(destination),
  );
}
