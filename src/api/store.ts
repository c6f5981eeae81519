import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { readConfiguration } from './configuration.ts';
import { type Db, openDatabase } from './database/open.ts';
import { openRevisionReader } from './database/revision.ts';
import { createLog } from './logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { applyDemoMode } from './services/demo.ts';
import { type CaptchaSettings, createCaptchaVerifier } from './services/limits/captcha.ts';
import { createMailTransport, type MailSettings } from './services/messages/mail-transport.ts';
import { createSmsTransport, type SmsSettings } from './services/messages/sms-transport.ts';
import { createRazorpayProvider, type RazorpaySettings } from './services/payments/razorpay.ts';
import { testProvider } from './services/payments/test-provider.ts';
import { startWorkers } from './workers/start.ts';

export interface StoreOptions {
  /** Folder of the database and of the pictures; made when missing. */
  dataDir: string;
  /** The PostgreSQL database (postgres://…) that the shop lives in; the folder's SQLite file when left out. */
  databaseUrl?: string | undefined;
  /** Public label that clients send along; authorises nothing. */
  applicationKey?: string;
  /** Shows one-time codes instead of sending them; off unless asked for. */
  demoMode?: boolean;
  /** Origins of static sites that may call from a browser. */
  allowedOrigins?: string[];
  /** The shop's public address, for links in mails. */
  siteUrl?: string;
  /** The mail server; without one, mails stay in the outbox. */
  mail?: MailSettings | undefined;
  /** The SMS provider; without one, texts stay in the outbox. */
  sms?: SmsSettings | undefined;
  /** Who takes payments; without one, a demo shop pretends to and any other shop is paid on delivery. */
  razorpay?: RazorpaySettings | undefined;
  /** The CAPTCHA of forms that send messages; none unless given. */
  captcha?: CaptchaSettings | undefined;
  log?: Logger;
}

export interface Store {
  db: Db;
  /** Answers a request below `/api`. */
  fetch: (request: Request) => Promise<Response>;
  /** The catalogue's revision now, whichever process changed it last. */
  revision: () => number;
  metrics: Metrics;
  log: Logger;
  /** Ends the background work, while requests may still be answered. */
  stopWorkers: () => Promise<void>;
  /** Ends the background work and closes the database. Requests must have been answered before. */
  close: () => Promise<void>;
}

/** Opens the database of a shop in the mode that it starts in (see services/demo/period.ts). Throws `ShopUnavailable`. */
async function openInMode({ dataDir, databaseUrl, demoMode = false }: StoreOptions, log: Logger): Promise<Db> {
  const db = await openDatabase(dataDir, databaseUrl);
  try {
    await applyDemoMode(db, { demoMode, log });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the store of a data folder. Close it when done. Throws `ShopUnavailable` when it cannot be opened as asked for. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const log = options.log ?? createLog({ production: true, level: 'info' });
  const db = await openInMode(options, log);
  const revision = await openRevisionReader(db, options.dataDir, options.databaseUrl);
  const metrics = createMetrics(db);
  const app = createApp({
    db,
    metrics,
    demoMode: options.demoMode ?? false,
    sends: { mail: options.mail !== undefined, sms: options.sms?.templates.otp !== undefined },
    paymentProvider: options.razorpay
      ? createRazorpayProvider(options.razorpay, log)
      : options.demoMode
        ? testProvider
        : undefined,
    captcha: options.captcha && createCaptchaVerifier(options.captcha, log),
    siteUrl: options.siteUrl ?? 'http://localhost:4321',
    applicationKey: options.applicationKey ?? 'demo-key',
    allowedOrigins: options.allowedOrigins ?? [],
    log,
  });
  const deliveries = [
    ...(options.mail ? [createMailTransport(options.mail)] : []),
    ...(options.sms ? [createSmsTransport(options.sms)] : []),
  ];
  const workers = startWorkers(db, deliveries, log);
  return {
    db,
    fetch: async (request) => app.fetch(request),
    revision: revision.read,
    metrics,
    log,
    stopWorkers: workers.stop,
    close: async () => {
      await workers.stop();
      await revision.close();
      await db.destroy();
    },
  };
}

let running: Promise<Store> | undefined;

/** Makes an already open store the one that `embeddedStore` answers with. */
export function setEmbeddedStore(store: Store): void {
  running = Promise.resolve(store);
}

/** The one store of this process, opened from the environment when first asked for. */
export function getEmbeddedStore(): Promise<Store> {
  running ??= Promise.try(openFromEnvironment, process.env).catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  return running;
}

function openFromEnvironment(env: NodeJS.ProcessEnv): Promise<Store> {
  const { logLevel, production, ...configuration } = readConfiguration(env);
  return openStore({ ...configuration, log: createLog({ production, level: logLevel }) });
}
