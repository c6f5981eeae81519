import { type DestinationStream, type Logger, pino } from 'pino';

/** Personal data and secrets, with their placeholders. */
const redactions: readonly (readonly [RegExp, string])[] = [
  // The name in an address has at most 64 characters; without the limit, a long text took a time that grows with the square of its length.
  [/[\w.+-]{1,64}@[\w-]+(\.[\w-]+)*/g, '[email]'],
  [/(?<![\w-])(\+?91[ -]?)?[1-9]\d{4}[ -]?\d{5}(?![\w-])/g, '[phone]'],
  [/(?<![\w.-])\d{6}(?![\w.-])/g, '[code]'],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{40,}(?![\w-])/g, '[token]'],
  [/([?&](?:token|verify|next|link)=)[^&\s"']+/g, '$1[token]'],
];

/** Replaces phone numbers, email addresses, codes and tokens by placeholders. */
export const redactPersonalData = (text: string): string =>
  redactions.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, placeholder), text);

/** Serialises an error for the log: only type, message, code, stack and cause, redacted. Drops fields that libraries add. */
function serialiseError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactPersonalData(String(error)) };
  return {
    type: error.name,
    message: redactPersonalData(error.message),
    ...('code' in error && { code: redactPersonalData(String(error.code)) }),
    stack: redactPersonalData(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serialiseError(error.cause) }),
  };
}

/** Fields that are always redacted, even if logged by mistake. */
const secretFields = [
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

/** An error's code is not personal, so `err.code` stays. */
const secretPaths = secretFields.flatMap((name) => [name, `*.${name}`]).filter((path) => path !== '*.code');

export interface LogOptions {
  /** Writes one JSON object per line; otherwise human-readable lines. */
  production: boolean;
  level: string;
  /** Standard output by default. */
  destination?: DestinationStream;
}

/** Creates the store's logger. Errors and known fields are redacted, so that the log holds no personal data. */
export function createLog({ production, level, destination = pino.destination(1) }: LogOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serialiseError },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    production ? destination : prettyLogStream(destination),
  );
}

interface Line {
  time: string;
  level: string;
  msg?: string;
  err?: { message: string; stack?: string };
  [field: string]: unknown;
}

const formatTime = (time: string): string => new Date(time).toTimeString().slice(0, 8);

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "storeInfo 200 3.4 ms" for a request, otherwise the message followed by its fields. */
function formatMessage({ msg, requestId: _, ...fields }: Omit<Line, 'time' | 'level' | 'err'>): string {
  if (msg === 'answered') return `${fields['call']} ${fields['status']} ${fields['ms']} ms`;
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`);
  return [msg ?? '', ...pairs].join(' ').trim();
}

/** "12:30:01 warn message not sent outbox=4 kind=mail", followed by the error's stack. */
function formatLine({ time, level, err, ...rest }: Line): string {
  const stack = err ? `\n${err.stack || err.message}` : '';
  return `${formatTime(time)} ${level === 'info' ? '' : `${level} `}${formatMessage(rest)}${stack}\n`;
}

/** Formats pino's JSON lines as human-readable text and writes them to `destination`. */
function prettyLogStream(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(formatLine(JSON.parse(line))) };
}
