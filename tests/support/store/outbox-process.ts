import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '#api/database/open-database.ts';
import { readMessages } from '#api/environment/modules.ts';
import { connectTransports, groupByKind } from '#api/services/messages/connect-transports.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';

/** Sends outbox messages until it is killed. Reads its work from a JSON file. */
export interface Sending {
  dataDir: string;
  databaseUrl: string | undefined;
  /** The settings of its transports. */
  env: Record<string, string>;
}

const { dataDir, databaseUrl, env } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Sending;
const db = await openDatabase(dataDir, databaseUrl);
const connected = connectTransports(readMessages(env, []), { allowsPrivate: true });
const log = pino({ level: 'silent' });
for (const [kind, transports] of groupByKind(connected))
  startOutboxSender({ db, kind, transports, siteUrl: 'https://shop.example', log, delayMs: 20 });
setInterval(() => undefined, 60_000);
