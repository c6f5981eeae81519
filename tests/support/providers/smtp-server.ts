import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as a server received it. */
export interface ReceivedMail {
  to: string[];
  /** Header lines by lower-case name, unfolded and decoded. */
  headers: Map<string, string>;
  text: string;
}

/** A real SMTP server on this machine that stores its mails. */
export interface Mailbox {
  smtpUrl: string;
  mails: ReceivedMail[];
  /** SMTP reply codes for the next mails' recipients, one for each, instead of acceptance. */
  refuseNext: number[];
  /** Delay before an accepted mail is acknowledged, in milliseconds. */
  delayMs: number;
  close: () => Promise<void>;
}

const decodeWord = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, coding: string, word: string) =>
      coding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Parses the parts of a mail that these tests need. */
function readMail(raw: string, to: string[]): ReceivedMail {
  const [head = '', body = ''] = raw.split(/\r\n\r\n([\s\S]*)/);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodeWord(line.slice(line.indexOf(':') + 1).trim())]),
  );
  const encoding = headers.get('content-transfer-encoding');
  const text =
    encoding === 'base64' ? Buffer.from(body, 'base64').toString() : encoding === 'quoted-printable' ? decodeQuoted(body) : body;
  return { to, headers, text: text.replaceAll('\r\n', '\n').trim() };
}

function refusal(code: number): Error {
  return Object.assign(new Error(code < 500 ? 'Try again later' : 'No such mailbox'), { responseCode: code });
}

export async function openMailbox(): Promise<Mailbox> {
  const mailbox: Omit<Mailbox, 'smtpUrl' | 'close'> = { mails: [], refuseNext: [], delayMs: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      const code = mailbox.refuseNext.shift();
      done(code ? refusal(code) : undefined);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mailbox.mails.push(readMail(Buffer.concat(chunks).toString(), to));
        setTimeout(done, mailbox.delayMs);
      });
    },
  });
  // A killed client leaves a broken connection, which the tests expect.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mailbox, {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
