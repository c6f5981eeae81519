import { inspectConfiguration } from '#api/environment/configuration.ts';
import { openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { checkStorage } from '#cli/doctor/storage.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { findAnswerProblem, type Question, questions, storageQuestions } from './question-list.ts';
import type { Prompt } from './terminal-prompt.ts';

/** Values of settings by the name of their environment variable; empty for none. */
export type Answers = Record<string, string>;

/** The answer that takes an optional value away. */
const NONE = 'none';

const say = (line: string): void => void commandContext().stdout.write(`${line}\n`);

/** Asks until the answer is valid; an empty answer keeps the current value. */
async function askFor(prompt: Prompt, question: Question, answers: Answers): Promise<string> {
  const { name, text, isSecret, isRequired, fallback } = question;
  const current = answers[name] ?? '';
  const isOptional = !isRequired && fallback === undefined;
  const hint = current && ` [${isSecret ? 'Enter keeps it' : current}${isOptional ? `, "${NONE}" removes it` : ''}]`;
  for (;;) {
    const given = (await prompt.ask(`${text}${hint}`, isSecret)) || current;
    const answer = isOptional && given === NONE ? '' : given;
    const problem = findAnswerProblem(question, { ...answers, [name]: answer });
    if (!problem) return answer;
    say(problem);
  }
}

async function askEach(prompt: Prompt, asked: readonly Question[], answers: Answers): Promise<void> {
  for (const question of asked)
    if (!question.needs || answers[question.needs]) answers[question.name] = await askFor(prompt, question, answers);
}

/** Writes, reads and deletes a file in the S3-compatible storage of these answers; says what is wrong with it. */
async function findStorageProblem(answers: Answers): Promise<string | undefined> {
  const { media, dataDir } = inspectConfiguration(answers).configuration;
  const [result] = await checkStorage(media, await openStoreFiles(dataDir, media.s3));
  return result?.state === 'bad' ? `${result.finding}. ${result.fix}` : undefined;
}

/** Tries the storage, and asks for it again until it works, or until the owner keeps all answers. */
async function confirmStorage(prompt: Prompt, answers: Answers): Promise<void> {
  while (answers['MEDIA_URL']) {
    say('Trying the storage …');
    const problem = await findStorageProblem(answers);
    if (!problem) return;
    say(problem);
    const before = { ...answers };
    await askEach(prompt, storageQuestions, answers);
    if (storageQuestions.every(({ name }) => answers[name] === before[name])) return;
  }
}

/** Asks every question that applies; replaces the values in `answers`. */
export async function askQuestions(prompt: Prompt, answers: Answers): Promise<void> {
  const last = questions.indexOf(storageQuestions.at(-1) as Question) + 1;
  await askEach(prompt, questions.slice(0, last), answers);
  await confirmStorage(prompt, answers);
  await askEach(prompt, questions.slice(last), answers);
}
