import type { Db } from '#api/database/open.ts';
import { readRevision } from './revision.ts';

/**
 * A memory for up to `most` answers to questions about the catalogue. What it gives back answers from memory until the catalogue changes,
 * and else has the answer found. Questions are told apart by their JSON.
 */
export function cacheByRevision<Answer>(most: number) {
  const kept = new WeakMap<Db, { revision: number; answers: Map<string, Answer> }>();
  return async (db: Db, question: unknown, find: () => Promise<Answer>): Promise<Answer> => {
    const revision = await readRevision(db);
    let here = kept.get(db);
    if (here?.revision !== revision) {
      here = { revision, answers: new Map() };
      kept.set(db, here);
    }
    const key = JSON.stringify(question);
    const answer = here.answers.get(key) ?? (await find());
    if (here.answers.size >= most) here.answers.clear();
    here.answers.set(key, answer);
    return answer;
  };
}
