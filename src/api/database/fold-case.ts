import { engineOf, type QueryRunner } from './schema/engine.ts';

const lowercaseAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Folds case as the collation `NOCASE` compares: SQLite's knows only A to Z, PostgreSQL's all of Unicode. */
export const foldCase = (db: QueryRunner, text: string): string =>
  engineOf(db) === 'postgres' ? text.toLowerCase() : lowercaseAscii(text);
