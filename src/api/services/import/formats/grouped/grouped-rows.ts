import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import type { TableRow } from '../format.ts';

/** A row with the rows that belong to it, in the order of the file. */
export interface RowGroup extends TableRow {
  parts: TableRow[];
}

/** Keeps the rows of a file until all are read, in a temporary database, because they may not fit in memory. */
export class GroupedRows {
  readonly #database = openTemporaryDatabase();
  readonly #insert;
  #rows = 0;

  constructor() {
    this.#database.exec(
      'CREATE TABLE row (seq INTEGER PRIMARY KEY, owner TEXT NOT NULL, parent INTEGER, body TEXT NOT NULL) STRICT; BEGIN',
    );
    this.#insert = this.#database.prepare('INSERT INTO row (seq, owner, body) VALUES (?, ?, ?)');
  }

  /** Adds a row and returns its number. `owner` names the row to which it may belong. */
  add({ line, cells }: TableRow, owner = ''): number {
    this.#insert.run(this.#rows, owner, JSON.stringify([line, ...cells]));
    return this.#rows++;
  }

  /** Returns all rows, those without an owner each with its own. `resolve` gives the number of an owner's row, if there is one. Call it once. */
  *groups(resolve: (owner: string) => number | undefined): Generator<RowGroup> {
    const database = this.#database;
    database.exec("COMMIT; CREATE INDEX row_owner ON row (owner) WHERE owner <> ''");
    const owners = database.prepare("SELECT DISTINCT owner FROM row WHERE owner <> ''").all();
    const setParent = database.prepare("UPDATE row SET parent = ? WHERE owner = ? AND owner <> '' AND seq <> ?");
    for (const { owner } of owners) {
      const parent = resolve(String(owner));
      if (parent !== undefined) setParent.run(parent, String(owner), parent);
    }
    database.exec('CREATE INDEX row_parent ON row (parent, seq)');
    const parts = database.prepare('SELECT body FROM row WHERE parent = ? ORDER BY seq');
    try {
      for (const { seq, body } of database.prepare('SELECT seq, body FROM row WHERE parent IS NULL ORDER BY seq').iterate())
        yield { ...parseBody(body), parts: parts.all(Number(seq)).map((row) => parseBody(row['body'])) };
    } finally {
      database.close();
    }
  }
}

function parseBody(body: unknown): TableRow {
  const [line, ...cells] = JSON.parse(String(body)) as [number, ...string[]];
  return { line, cells };
}
