import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Tx } from '../../src/api/database/schema/engine.ts';
import { openStore, type Store, type StoreOptions } from '../../src/api/embedded-store.ts';
import { findOrCreateCustomer, setCustomerDetails } from '../../src/api/services/accounts/customers.ts';
import { createSession } from '../../src/api/services/sessions/sessions.ts';

/** The application key of stores that benchmarks open. */
export const applicationKey = 'bench';

/** Runs `use` with a temporary folder and removes it afterwards. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `use` with an open store without logs, by default in demo mode and in a temporary folder; closes it afterwards. */
export async function withStore<Result>(options: Partial<StoreOptions>, use: (store: Store) => Promise<Result>): Promise<Result> {
  const { dataDir } = options;
  if (dataDir === undefined) return withFolder((folder) => withStore({ ...options, dataDir: folder }, use));
  const store = await openStore({ applicationKey, demoMode: true, log: pino({ level: 'silent' }), ...options, dataDir });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Makes a call to the store in this process, with JSON. `path` is relative to `/api`. */
export const callStore = (
  store: Store,
  { method, path, body, headers }: { method: string; path: string; body?: unknown; headers?: Record<string, string> },
): Promise<Response> => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  // As from every client: without it, the store copies the body to limit its size.
  const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  const request = new Request(`http://store.bench/api${path}`, {
    method,
    headers: { 'x-app-key': applicationKey, 'content-type': 'application/json', ...length, ...headers },
    ...(text !== undefined && { body: text }),
  });
  return Promise.resolve(store.fetch(request));
};

/** Creates a customer with a name and a session; returns the customer's id and token. */
export async function addSignedInCustomer(tx: Tx, phone: string): Promise<{ id: number; token: string }> {
  const { id } = await findOrCreateCustomer(tx, phone);
  await setCustomerDetails(tx, id, { firstname: 'Asha', lastname: 'Rao', email: `${phone}@example.com` }, '');
  return { id, token: await createSession(tx, id) };
}
