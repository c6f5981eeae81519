import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-first-shop.ts';

/** In order; a migration that has been released is never edited. */
export const migrations: Record<string, Migration> = { '0001-first-shop': m0001 };
