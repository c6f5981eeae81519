import { inspectConfiguration } from '#api/environment/configuration.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { checkStorage } from '#api/services/health/storage.ts';
import { openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { commandContext } from '#cli/process/command.ts';
import { findAnswerProblem, listQuestions, type Question, shopQuestions, storageQuestions } from './question-list.ts';
import type { Prompt } from './terminal-prompt.ts';

/** Values of settings by their names; empty for none. */
export type Answers = Record<string, string>;

/** The answer that takes an optional value away. */
const NONE = 'none';

/** Answers that lead to the question before. */
const BACK: readonly string[] = ['<', 'back'];

const say = (line: string): void => void commandContext().stdout.write(`${line}\n`);

/** Asks until the answer is valid; an empty answer keeps the current value. Returns undefined when the owner goes back. */
async function askFor(prompt: Prompt, question: Question, answers: Answers, shopConfig: ShopConfig): Promise<string | undefined> {
  const { name, text, isSecret, isRequired, fallback, sameAs = '' } = question;
  const current = answers[name] || (answers[sameAs] ?? fallback ?? '');
  const isOptional = !isRequired && fallback === undefined && name !== 'legal.gstin';
  const hint = current && ` [${isSecret ? 'Enter keeps it' : current}${isOptional ? `, "${NONE}" removes it` : ''}]`;
  for (;;) {
    const given = (await prompt.ask(`${text}${hint}`, isSecret)) || current;
    if (BACK.includes(given.toLowerCase())) return undefined;
    const answer = isOptional && given === NONE ? '' : given;
    const problem = findAnswerProblem(question, { ...answers, [name]: answer }, shopConfig);
    if (!problem) return answer;
    say(problem);
  }
}

/** Writes, reads and deletes a file in the S3-compatible storage of these answers; says what is wrong with it. */
async function findStorageProblem(answers: Answers): Promise<string | undefined> {
  const { media, dataDir } = inspectConfiguration(answers).configuration;
  const [result] = await checkStorage(media, await openStoreFiles(dataDir, media.s3));
  return result?.state === 'bad' ? `${result.finding}. ${result.fix}` : undefined;
}

/** Tries the storage; false when it does not work and its answers have changed since `tried`, so that it is to be asked for again. */
async function isStorageSettled(answers: Answers, tried: Answers | undefined): Promise<boolean> {
  if (!answers['MEDIA_URL']) return true;
  say('Trying the storage …');
  const problem = await findStorageProblem(answers);
  if (!problem) return true;
  say(problem);
  return tried !== undefined && storageQuestions.every(({ name }) => answers[name] === tried[name]);
}

/** Those of the command line, and what the shop itself has stored. */
export interface Known {
  /** Names of questions that flags have answered. */
  given: ReadonlySet<string>;
  /** Reads the shop's settings; the answers so far say where it is. */
  readShop: (answers: Answers) => Promise<Answers>;
  /** Its payment providers are asked about. */
  shopConfig: ShopConfig;
}

/**
 * Asks every question that applies, in order and back again; replaces the values in `answers`. Storage that does not work is asked for
 * again until it works, or until the owner keeps all answers.
 */
export async function askQuestions(prompt: Prompt, answers: Answers, { given, readShop, shopConfig }: Known): Promise<void> {
  const asked: number[] = [];
  const questions = listQuestions(shopConfig);
  const all = [...questions, ...shopQuestions];
  let tried: Answers | undefined;
  say('Enter keeps what is in brackets. "<" or "back" leads to the question before.');
  for (let i = 0; i < all.length; i++) {
    const question = all[i] as Question;
    if (i === questions.length) Object.assign(answers, { ...(await readShop(answers)), ...answers });
    if (question.needs && !answers[question.needs]) continue;
    if (given.has(question.name) && !findAnswerProblem(question, answers, shopConfig)) continue;
    const answer = await askFor(prompt, question, answers, shopConfig);
    if (answer === undefined) {
      const before = asked.pop();
      if (before === undefined) say('This is the first question.');
      i = (before ?? i) - 1;
      continue;
    }
    asked.push(i);
    answers[question.name] = answer;
    if (question === storageQuestions.at(-1) && !(await isStorageSettled(answers, tried))) {
      tried = { ...answers };
      i = questions.indexOf(storageQuestions[0] as Question) - 1;
    }
  }
}
