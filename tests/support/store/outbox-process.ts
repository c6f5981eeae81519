import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '#api/database/open-database.ts';
import { createMailTransport } from '#api/services/messages/mail-transport.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';

/** Sends outbox messages until it is killed. Reads its work from a JSON file. */
export interface Sending {
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string;
  from: string;
}

const { dataDir, databaseUrl, smtpUrl, from } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Sending;
const db = await openDatabase(dataDir, databaseUrl);
startOutboxSender({ db, transport: createMailTransport({ smtpUrl, from }), log: pino({ level: 'silent' }), delayMs: 20 });
setInterval(() => undefined, 60_000);
