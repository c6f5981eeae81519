import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '#api/database/open-database.ts';
import { startWebhookSender } from '#api/workers/webhook-sender.ts';

/** Sends events to webhooks until it is killed. Reads its work from a JSON file. */
export interface EventSending {
  dataDir: string;
  databaseUrl: string | undefined;
}

const { dataDir, databaseUrl } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as EventSending;
const db = await openDatabase(dataDir, databaseUrl);
startWebhookSender({ db, log: pino({ level: 'silent' }), allowsPrivate: true, delayMs: 20 });
setInterval(() => undefined, 60_000);
