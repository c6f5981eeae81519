import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '#api/database/open-database.ts';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';
import { toTransports } from '#tests/support/providers/message-settings.ts';

/** Sends outbox messages until it is killed. Reads its work from a JSON file. */
export interface Sending {
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string;
  from: string;
}

const { dataDir, databaseUrl, smtpUrl, from } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Sending;
const db = await openDatabase(dataDir, databaseUrl);
const transports = await connectTransports(toTransports({ mail: { smtpUrl, from } }), { allowsPrivate: true });
startOutboxSender({ db, kind: 'mail', transports, siteUrl: 'https://shop.example', log: pino({ level: 'silent' }), delayMs: 20 });
setInterval(() => undefined, 60_000);
