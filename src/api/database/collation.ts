import { engineOf, type QueryRunner } from './schema/engine.ts';

const smallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Two texts that are equal once folded are equal under the collation `NOCASE`: SQLite's knows the case of A to Z alone. */
export const foldCase = (db: QueryRunner, text: string): string =>
  engineOf(db) === 'postgres' ? text.toLowerCase() : smallLetters(text);
