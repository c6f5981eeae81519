import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#api/database/schema/engine.ts';

/** Polling interval, in milliseconds. Notifications may be lost with a connection or in a connection pooler. */
const POLL_INTERVAL_MS = 1000;

/** A revision that was read longer ago counts as unconfirmed, in milliseconds: longer than the polling interval. */
const MAX_CONFIRMED_AGE_MS = 1500;

/** The database and a table of it, which pg_restore creates again; null while there is none. */
const identity = sql<string | null>`(SELECT oid FROM pg_database WHERE datname = current_database())
  || '.' || to_regclass('catalogue_revision')::oid`;

/** pg_restore is connected to the database. */
const isRestoring = sql<boolean>`EXISTS (
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pg_restore')`;

/** Caches the catalogue revision of a PostgreSQL database: updated by LISTEN/NOTIFY, with polling as a fallback. */
class RevisionListener {
  readonly #db: Db;
  readonly #databaseUrl: string;
  #revision = 0;
  #identity: string | null = null;
  /** When the revision was last read, from `performance.now()`. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, databaseUrl: string) {
    this.#db = db;
    this.#databaseUrl = databaseUrl;
  }

  async open(): Promise<this> {
    await this.#listen();
    await this.#fetch();
    this.#timer = setInterval(() => void this.#poll(), POLL_INTERVAL_MS).unref();
    return this;
  }

  readonly read = (): number => this.#revision;

  /** Records a revision. It never goes back: a slow query may return an older one than a notification. */
  readonly record = (revision: number): void => {
    this.#revision = Math.max(this.#revision, revision);
  };

  readonly readConfirmed = (): number | undefined =>
    performance.now() - this.#confirmedAt < MAX_CONFIRMED_AGE_MS ? this.#revision : undefined;

  readonly identity = (): string | null => this.#identity;

  readonly wasReplaced = async (earlier: unknown): Promise<boolean> => {
    const selected = this.#db.selectNoFrom([identity.as('identity'), isRestoring.as('isRestoring')]);
    const found = await selected.executeTakeFirst().catch(() => undefined);
    return found !== undefined && (found.isRestoring || found.identity !== earlier);
  };

  async #fetch(): Promise<void> {
    const askedAt = performance.now();
    const row = await this.#db
      .selectFrom('catalogue_revision')
      .select(['revision', identity.as('identity')])
      .executeTakeFirst();
    this.record(row?.revision ?? 0);
    this.#identity = row?.identity ?? null;
    this.#confirmedAt = askedAt;
  }

  /** Refetches after the query in flight, which may have read too early. Concurrent calls share one query; errors wait for the next poll. */
  async #refresh(): Promise<void> {
    await this.#refreshing;
    this.#refreshing ??= this.#fetch()
      .catch(() => undefined)
      .finally(() => {
        this.#refreshing = undefined;
      });
    await this.#refreshing;
  }

  /** Reconnects if necessary, then refetches. */
  async #poll(): Promise<void> {
    if (!this.#client) await this.#listen().catch(() => undefined);
    if (!this.#closed) await this.#refresh();
  }

  /** Listens on a dedicated connection. When it breaks, `#poll` reconnects. */
  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl, application_name: 'store revision', keepAlive: true });
    const drop = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', () => void this.#refresh());
    await client.connect();
    await client.query('LISTEN catalogue_revision');
    if (this.#closed) await client.end();
    else this.#client = client;
  }

  readonly close = async (): Promise<void> => {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#client?.end();
    await this.#refreshing;
  };
}

/** Opens a listener that caches the catalogue revision of a PostgreSQL database. Close it when done. */
export const listenForRevision = (db: Db, databaseUrl: string): Promise<RevisionListener> =>
  new RevisionListener(db, databaseUrl).open();
