import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { dropDatabase, makeDatabase } from '#tests/support/postgres/database.ts';

/** What the servers of all shops share in the setting `servers`. */
export interface SharedServices {
  /** Address of a PostgreSQL server, without a database. */
  postgresUrl: string;
  /** Settings of the storage of pictures. */
  media: Record<string, string>;
}

/** Starts a PostgreSQL server and S3-compatible storage. `folder` is open to all users: PostgreSQL has its own. */
export async function startSharedServices(folder: string): Promise<{ services: SharedServices; stop: () => Promise<void> }> {
  // Loaded in this setting only.
  const [{ startPostgres }, { startS3Server }] = await Promise.all([
    import('#tests/support/postgres/server.ts'),
    import('#tests/support/storage/s3-server.ts'),
  ]);
  const postgres = await startPostgres(undefined, folder);
  const storage = await startS3Server();
  return {
    services: { postgresUrl: postgres.url, media: { MEDIA_URL: storage.url(), ...storage.keys } },
    stop: async () => {
      await storage.close();
      await postgres.stop();
    },
  };
}

let ownServices: SharedServices | undefined;

/** Names the services to the process that started them; a test is provided with them. */
export function useServices(services: SharedServices | undefined): void {
  ownServices = services;
}

const services = (): SharedServices => {
  const found = ownServices ?? inject('services');
  if (!found) throw new Error('The setting has no shared services');
  return found;
};

const settingsFile = (dataDir: string): string => join(dataDir, 'settings.json');

/** Settings of the shop in a data folder: none if everything is in the folder. */
export const settingsOf = (dataDir: string): Record<string, string> =>
  existsSync(settingsFile(dataDir)) ? JSON.parse(readFileSync(settingsFile(dataDir), 'utf8')) : {};

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Databases that have still to be created, by data folder, as a copy of another or empty. */
const missing = new Map<string, string | undefined>();

/** Keeps a shop's records and pictures in the shared services: a database of its own, empty or as a copy of the one of `template`. */
export function assignServices(dataDir: string, template?: string): void {
  const { postgresUrl, media } = services();
  const name = `shop_${randomBytes(6).toString('hex')}`;
  const source = template && settingsOf(template)['DATABASE_URL'];
  const settings = { DATABASE_URL: `${postgresUrl}/${name}`, ...media };
  writeFileSync(settingsFile(dataDir), JSON.stringify(settings));
  missing.set(dataDir, source && nameOf(source));
}

/** Creates the database of a data folder if that has not been done. */
export async function openServices(dataDir: string): Promise<void> {
  if (!missing.has(dataDir)) return;
  const template = missing.get(dataDir);
  missing.delete(dataDir);
  await makeDatabase(services().postgresUrl, nameOf(settingsOf(dataDir)['DATABASE_URL'] as string), template);
}

/** Removes the database of a data folder. */
export async function removeServices(dataDir: string): Promise<void> {
  const url = settingsOf(dataDir)['DATABASE_URL'];
  if (url && !missing.delete(dataDir)) await dropDatabase(services().postgresUrl, nameOf(url));
}
