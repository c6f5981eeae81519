import { createSocket } from 'node:dgram';
import { appendFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import type { AuditDestination } from './forward-events.ts';

/** Where the events of the audit log are copied to. */
export interface AuditSettings {
  /** A file to which one JSON line is appended for each event. */
  file?: string | undefined;
  /** A syslog server: `udp://host:514` or `tcp://host:601`. */
  syslog?: string | undefined;
}

/** Readable by the shop's user only, as the database is. */
const FILE_MODE = 0o600;

const TIMEOUT_MS = 5000;

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;

/** A syslog message (RFC 5424) with the event as JSON. */
const toSyslog = (event: string): Buffer =>
  Buffer.from(`<${PRIORITY}>1 ${new Date().toISOString()} ${hostname()} haat ${process.pid} audit - ${event}`);

const toFile =
  (file: string): AuditDestination =>
  (events) =>
    appendFile(file, events.map((event) => `${event}\n`).join(''), { mode: FILE_MODE });

/** One datagram for each event (RFC 5426). */
const toUdp =
  (host: string, port: number): AuditDestination =>
  async (events) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    try {
      for (const event of events)
        await new Promise<void>((resolve, reject) => {
          socket.once('error', reject);
          socket.send(toSyslog(event), port, host, (error) => (error ? reject(error) : resolve()));
        });
    } finally {
      socket.close();
    }
  };

/** A connection for each batch, with counted octets before each message (RFC 6587). */
const toTcp =
  (host: string, port: number): AuditDestination =>
  (events) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: TIMEOUT_MS });
      socket.once('timeout', () =>
        socket.destroy(new Error(`${host}:${port} did not answer within ${TIMEOUT_MS / 1000} seconds`)),
      );
      socket.once('error', reject);
      socket.once('close', (failed) => !failed && resolve());
      // What the server sends is of no interest, but must be read for the end to arrive.
      socket.resume();
      const messages = events.map(toSyslog).flatMap((message) => [Buffer.from(`${message.length} `), message]);
      socket.end(Buffer.concat(messages));
    });

/** The destinations of the settings. */
export function listDestinations({ file, syslog }: AuditSettings): AuditDestination[] {
  const url = syslog ? new URL(syslog) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const port = Number(url?.port);
  return [...(file ? [toFile(file)] : []), ...(url ? [url.protocol === 'udp:' ? toUdp(host, port) : toTcp(host, port)] : [])];
}
