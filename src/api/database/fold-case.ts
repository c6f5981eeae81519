import { engineOf, type QueryRunner } from './schema/engine.ts';

/** Folds A to Z only, as `lower` of both engines does. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Folds case as the collation `NOCASE` compares: SQLite's knows only A to Z, PostgreSQL's all of Unicode. */
export const foldCase = (db: QueryRunner, text: string): string =>
  engineOf(db) === 'postgres' ? text.toLowerCase() : foldAscii(text);
