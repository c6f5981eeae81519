import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { standbyDialect } from './dialect.ts';
import { explainPostgresError } from './open-errors.ts';

/** Identifies a primary's cluster, and the position in its log from which a standby is usable. */
export interface PrimaryPosition {
  systemId: string;
  lsn: string;
}

/** Reads the primary's identity and current log position. */
export async function readPrimaryPosition(db: Db): Promise<PrimaryPosition> {
  const { rows } = await sql<PrimaryPosition>`
    SELECT system_identifier::text AS "systemId", pg_current_wal_lsn()::text AS lsn FROM pg_control_system()`.execute(db);
  return rows[0] as PrimaryPosition;
}

/** Delay between two probes of a standby that answers, in milliseconds. */
const PROBE_INTERVAL_MS = 5000;

/** Backoff of the probes of a standby that failed: doubles from the first to the last delay, in milliseconds. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;

/** How long a probe waits for a standby to replay what the primary had written at the start, in milliseconds. */
const CATCH_UP_MS = 1500;

/** After a standby lagged, its revision is read again at the earliest after this time, in milliseconds. */
const LAG_CHECK_MS = 50;

const wrongServer = (url: string, problem: string): StoreUnavailable =>
  new StoreUnavailable(
    `DATABASE_READ_URL (${standbyName(url)}) ${problem}`,
    'Name streaming standbys of the server in DATABASE_URL, or unset DATABASE_READ_URL',
  );

interface ProbeRow {
  revision: number;
  isStandby: boolean;
  systemId: string;
  hasReplayed: boolean | null;
}

async function readProbe(db: Db, url: string, lsn: string): Promise<ProbeRow> {
  try {
    const { rows } = await sql<ProbeRow>`
      SELECT (SELECT revision FROM catalogue_revision) AS revision, pg_is_in_recovery() AS "isStandby",
        system_identifier::text AS "systemId", pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "hasReplayed"
      FROM pg_control_system()`.execute(db);
    return rows[0] as ProbeRow;
  } catch (error) {
    throw explainPostgresError(error, url, 'DATABASE_READ_URL');
  }
}

/**
 * Checks that a server is a usable standby of the primary, and waits a moment for it to catch up. Returns the catalogue revision that it has
 * replayed. Throws `StoreUnavailable`.
 */
export async function probeStandby(db: Db, url: string, { systemId, lsn }: PrimaryPosition): Promise<number> {
  const giveUpAt = performance.now() + CATCH_UP_MS;
  for (;;) {
    const probe = await readProbe(db, url, lsn);
    if (!probe.isStandby) throw wrongServer(url, 'is not a standby, because it accepts writes');
    if (probe.systemId !== systemId) throw wrongServer(url, 'is a standby of another server');
    if (probe.hasReplayed) return probe.revision;
    if (performance.now() > giveUpAt)
      throw new StoreUnavailable(
        `The standby in DATABASE_READ_URL (${standbyName(url)}) is behind the primary`,
        'It is used when it has caught up. If this stays, see its log for what stops the replication',
      );
    await sleep(LAG_CHECK_MS);
  }
}

/** Host and port of a connection URL, without user and password. */
export const standbyName = (url: string): string => new URL(url).host;

/** Opens a handle for reading from a standby, with short timeouts. Connects on first use. Close it with `destroy()`. */
export const openStandby = (url: string): Db => new Kysely<Tables>({ dialect: standbyDialect(url) });

/** PostgreSQL's error classes that say the server is at fault, not the query: connection, resources, operator intervention, system. */
const serverFault = /^(?:08|53|57|58|XX)/;

/** Whether a failed read says that the standby is unusable. An error of the query itself would be the same everywhere. */
const isServerFault = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || serverFault.test(error.code ?? '');

export interface StandbyEvents {
  onReady: (name: string) => void;
  onUnavailable: (name: string, error: StoreUnavailable) => void;
}

/**
 * A streaming standby with a circuit breaker: after a failure it is skipped until a probe in the background succeeds. Probes are repeated
 * with exponential backoff, so no read waits for a server that is down.
 */
export class Standby {
  readonly name: string;
  readonly #url: string;
  readonly #primary: PrimaryPosition;
  readonly #events: StandbyEvents;
  #db: Db;
  /** The revision that it is known to have replayed. */
  #revision = -1;
  /** Undefined before the first probe. */
  #isReady: boolean | undefined;
  #backoffMs = FIRST_BACKOFF_MS;
  #timer: NodeJS.Timeout | undefined;
  #probing = Promise.resolve();
  #checking: Promise<void> | undefined;
  #nextCheck = 0;
  #closed = false;

  constructor(url: string, primary: PrimaryPosition, events: StandbyEvents) {
    this.name = standbyName(url);
    this.#url = url;
    this.#primary = primary;
    this.#events = events;
    this.#db = openStandby(url);
  }

  get db(): Db {
    return this.#db;
  }

  get isReady(): boolean {
    return this.#isReady === true;
  }

  /** Probes the server, and schedules the next probe. Never rejects. */
  probe(): Promise<void> {
    this.#probing = this.#probe();
    return this.#probing;
  }

  async #probe(): Promise<void> {
    try {
      const revision = await probeStandby(this.#db, this.#url, this.#primary);
      if (this.#closed) return;
      this.#revision = Math.max(this.#revision, revision);
      this.#backoffMs = FIRST_BACKOFF_MS;
      if (!this.#isReady) this.#events.onReady(this.name);
      this.#isReady = true;
      this.#schedule(PROBE_INTERVAL_MS);
    } catch (error) {
      this.#fail(error as StoreUnavailable);
    }
  }

  /** Opens the circuit: drops the connections, which may hang, and schedules a probe. */
  #fail(error: StoreUnavailable): void {
    if (this.#closed) return;
    if (this.#isReady !== false) this.#events.onUnavailable(this.name, error);
    this.#isReady = false;
    this.#revision = -1;
    void this.#db.destroy().catch(() => undefined);
    this.#db = openStandby(this.#url);
    this.#schedule(this.#backoffMs);
    this.#backoffMs = Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.probe(), ms).unref();
  }

  /** Whether it is ready and has replayed a catalogue revision. Asks it only when the known revision is too old. */
  async hasReplayed(revision: number): Promise<boolean> {
    if (this.#isReady && this.#revision < revision && performance.now() >= this.#nextCheck) {
      this.#checking ??= this.#check().finally(() => {
        this.#checking = undefined;
      });
      await this.#checking;
    }
    return this.isReady && this.#revision >= revision;
  }

  async #check(): Promise<void> {
    const db = this.#db;
    try {
      const row = await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow();
      if (db === this.#db) this.#revision = Math.max(this.#revision, row.revision);
      this.#nextCheck = performance.now() + LAG_CHECK_MS;
    } catch (error) {
      this.reportFailure(db, error);
    }
  }

  /** Opens the circuit if a failed read on `db` says that the server is unusable. */
  reportFailure(db: Db, error: unknown): void {
    if (db !== this.#db || !this.#isReady || !isServerFault(error)) return;
    this.#fail(new StoreUnavailable(`A standby does not answer (${reasonOf(error)})`, 'The primary answers until it is back'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#probing;
    await this.#db.destroy();
  }
}
