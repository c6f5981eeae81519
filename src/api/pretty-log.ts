import type { DestinationStream } from 'pino';

interface Line {
  time: string;
  level: string;
  msg?: string;
  err?: { message: string; stack?: string };
  [field: string]: unknown;
}

const clock = (time: string): string => new Date(time).toTimeString().slice(0, 8);

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "storeInfo 200 3.4 ms" for a request, else what is said and the fields beside it. */
function content({ msg, requestId: _, ...fields }: Omit<Line, 'time' | 'level' | 'err'>): string {
  if (msg === 'answered') return `${fields['call']} ${fields['status']} ${fields['ms']} ms`;
  const named = Object.entries(fields).map(([name, value]) => `${name}=${say(value)}`);
  return [msg ?? '', ...named].join(' ').trim();
}

/** One line of a log as a person reads it: "12:30:01 warn message not sent outbox=4 kind=mail", and below it an error's origin. */
function describe({ time, level, err, ...rest }: Line): string {
  const origin = err ? `\n${err.stack || err.message}` : '';
  return `${clock(time)} ${level === 'info' ? '' : `${level} `}${content(rest)}${origin}\n`;
}

/** Turns a log's JSON lines into lines for people, on their way to `destination`. */
export function prettyLogStream(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(describe(JSON.parse(line))) };
}
