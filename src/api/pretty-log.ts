import type { DestinationStream } from 'pino';

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
export function prettyLogStream(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(formatLine(JSON.parse(line))) };
}
