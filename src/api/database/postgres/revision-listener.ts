import pg from 'pg';
import type { Db } from '#api/database/open.ts';

/** How often the revision is asked for anyway, in milliseconds: a notice may be lost with its connection, or not get through a pooler. */
const ASK_EVERY_MS = 1000;

/** Keeps a catalogue's revision at hand, told by the database whenever any process changes it. */
class RevisionListener {
  readonly #db: Db;
  readonly #databaseUrl: string;
  #revision = 0;
  #asking: Promise<void> | undefined;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, databaseUrl: string) {
    this.#db = db;
    this.#databaseUrl = databaseUrl;
  }

  async open(): Promise<this> {
    await this.#listen();
    await this.#ask();
    this.#timer = setInterval(() => void this.#keepUp(), ASK_EVERY_MS).unref();
    return this;
  }

  readonly read = (): number => this.#revision;

  /** What is known never goes back: a slow answer may be older than a notice. */
  readonly note = (revision: number): void => {
    this.#revision = Math.max(this.#revision, revision);
  };

  async #ask(): Promise<void> {
    const row = await this.#db.selectFrom('catalogue_revision').select('revision').executeTakeFirst();
    this.note(row?.revision ?? 0);
  }

  /** One question at a time; a failure is made good by the next. */
  async #askAgain(): Promise<void> {
    await this.#asking;
    this.#asking ??= this.#ask()
      .catch(() => undefined)
      .finally(() => {
        this.#asking = undefined;
      });
    await this.#asking;
  }

  async #keepUp(): Promise<void> {
    if (!this.#client) await this.#listen().catch(() => undefined);
    if (!this.#closed) await this.#askAgain();
  }

  /** Listens on a connection of its own. When it breaks, `#keepUp` makes another. */
  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl, application_name: 'store revision', keepAlive: true });
    const drop = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', () => void this.#askAgain());
    await client.connect();
    await client.query('LISTEN catalogue_revision');
    if (this.#closed) await client.end();
    else this.#client = client;
  }

  readonly close = async (): Promise<void> => {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#client?.end();
    await this.#asking;
  };
}

/** Begins to keep the revision of a PostgreSQL shop at hand. */
export const listenForRevision = (db: Db, databaseUrl: string): Promise<RevisionListener> =>
  new RevisionListener(db, databaseUrl).open();
