import { reasonOf } from './reason.ts';

/** A migration failed. All migrations of an upgrade are one transaction, so the database is as before. */
export class MigrationFailed extends Error {
  static readonly fix =
    'Nothing was changed, so the version of the shop from before still works with this database. Send this line to the developer of the shop';

  constructor(name: string, cause: unknown) {
    super(`migration ${name}: ${reasonOf(cause)}`, { cause });
  }
}
