import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Db, databaseFile, openDatabase } from './database/open.ts';
import { openRevisionReader } from './database/revision-reader.ts';

export interface StoreOptions {
  /** Folder of the database and of the pictures; made when missing. */
  dataDir: string;
  /** Public label that clients send along; authorises nothing. */
  applicationKey?: string;
  /** Shows one-time codes instead of sending them; off unless asked for. */
  demoMode?: boolean;
  /** Origins of static sites that may call from a browser. */
  allowedOrigins?: string[];
  log?: Logger;
}

export interface Store {
  db: Db;
  /** Answers a request below `/api`. */
  fetch: (request: Request) => Promise<Response>;
  /** The catalogue's revision now, whichever process changed it last. */
  revision: () => number;
  close: () => Promise<void>;
}

/** Opens the store of a data folder. Close it when done. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const db = await openDatabase(options.dataDir);
  const revision = openRevisionReader(databaseFile(options.dataDir));
  const app = createApp({
    db,
    demoMode: options.demoMode ?? false,
    applicationKey: options.applicationKey ?? 'demo-key',
    allowedOrigins: options.allowedOrigins ?? [],
    log: options.log ?? pino({ name: 'store' }),
  });
  return {
    db,
    fetch: async (request) => app.fetch(request),
    revision: revision.read,
    close: async () => {
      revision.close();
      await db.destroy();
    },
  };
}

let running: Promise<Store> | undefined;

/** Makes an already open store the one that `embeddedStore` answers with. */
export function useStore(store: Store): void {
  running = Promise.resolve(store);
}

/** The one store of this process, opened from the environment when first asked for. */
export function embeddedStore(): Promise<Store> {
  running ??= openFromEnvironment(process.env).catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  return running;
}

function openFromEnvironment(env: NodeJS.ProcessEnv): Promise<Store> {
  return openStore({
    dataDir: env['DATA_DIR'] || './data',
    applicationKey: env['PUBLIC_STORE_APP_KEY'] || 'demo-key',
    demoMode: env['NODE_ENV'] !== 'production' || env['DEMO_MODE'] === '1',
    allowedOrigins: (env['STORE_ALLOWED_ORIGINS'] ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    log: pino({ name: 'store', level: env['LOG_LEVEL'] || 'info' }),
  });
}
