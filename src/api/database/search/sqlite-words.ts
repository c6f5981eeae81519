import { DatabaseSync } from 'node:sqlite';
import { sqliteTokenizer } from './create-index-tables.ts';
import type { WordIndex } from './index-interface.ts';
import { readScored } from './read-scored.ts';
import { readWordTiers } from './read-tiers.ts';
import { readIdsMatching, scoredMatches } from './sqlite-matches.ts';
import { wordExpressions } from './sqlite-query.ts';
import { cacheWordKeys } from './word-keys.ts';

/** An index of its own, in memory: SQLite has no function that stems a word. */
function openStemmer() {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE stemmed USING fts5 (word, content = '', tokenize = ${sqliteTokenizer});
    CREATE VIRTUAL TABLE stem USING fts5vocab (stemmed, 'instance')`);
  const add = database.prepare('INSERT INTO stemmed (rowid, word) VALUES (?, ?)');
  const list = database.prepare('SELECT doc, term FROM stem');
  const clear = database.prepare("INSERT INTO stemmed (stemmed) VALUES ('delete-all')");
  return (words: readonly string[]): (string | undefined)[] => {
    const terms = words.map((): string[] => []);
    for (const [i, word] of words.entries()) add.run(i, word);
    for (const { doc, term } of list.all()) terms[Number(doc)]?.push(String(term));
    clear.run();
    return terms.map((found) => (found.length === 1 ? found[0] : undefined));
  };
}

let stem: ReturnType<typeof openStemmer> | undefined;

/** Single words of the index on SQLite. */
export const sqliteWords: WordIndex = {
  readKeys: cacheWordKeys(async (_, words) => {
    stem ??= openStemmer();
    return stem(words);
  }),
  readWord: (db, word, { terms, most } = {}) =>
    readWordTiers(wordExpressions(word, terms), (expression) => readIdsMatching(db, expression, most && most + 1), most),
  // FTS5 scores only what it matches itself.
  scoreMatches: (db, groups, operator) => readScored(db, scoredMatches(groups, operator)),
};
