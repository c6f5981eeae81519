import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { envFilePath } from '#api/env-file.mjs';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { tryShopConfig } from '#api/extend/load-shop-config.ts';
import { describeFindings, runChecks } from '#cli/actions/doctor.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext, UsageError } from '#cli/process/command.ts';
import { type Answers, askQuestions } from '#cli/setup/ask-questions.ts';
import { setEnvVariables } from '#cli/setup/edit-env-text.ts';
import { optionOf } from '#cli/setup/flag-names.ts';
import { findAnswerProblem, listQuestions, type Question, shopQuestions } from '#cli/setup/question-list.ts';
import { readShopAnswers, saveShopAnswers } from '#cli/setup/shop-settings.ts';
import { openPrompt, type Prompt } from '#cli/setup/terminal-prompt.ts';
import { readEnvFile, writeEnvFile } from '#cli/setup/write-env-file.ts';

export type SetupOptions = OutputOptions & { force?: boolean } & Record<string, unknown>;

const isShopSetting = (name: string): boolean => shopQuestions.some((question) => question.name === name);

/** Throws a `UsageError` that lists the flags of required settings that are missing. */
function requireFlags(values: Answers, questions: readonly Question[]): void {
  const missing = [...questions, ...shopQuestions]
    .filter(({ name, isRequired }) => isRequired && !values[name])
    .map(({ flag }) => flag);
  if (missing.length > 0) throw new UsageError(`Without a terminal, setup needs these flags: ${missing.join(', ')}`);
}

/** Asks whether existing values may change; without a terminal only --force allows it. */
async function confirmChanges(file: string, names: readonly string[], prompt: Prompt | undefined, force: boolean): Promise<void> {
  if (names.length === 0 || force) return;
  const changes = `${file} has other values for ${names.join(', ')}`;
  if (!prompt) throw new CommandFailed(`${changes}. Add --force to replace them`);
  const answer = await prompt.ask(`${changes}. Replace them? y or n`);
  if (!/^y(es)?$/i.test(answer)) throw new CommandFailed('Nothing was changed.');
}

/** The values of the flags, of the environment and of the env file. */
function collectValues(
  flags: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
  questions: readonly Question[],
): { values: Answers; given: Set<string> } {
  const values: Answers = { NODE_ENV: 'production' };
  const given = new Set<string>();
  for (const { name, fallback = '' } of questions) values[name] = env[name] || fallback;
  for (const { name, flag } of [...questions, ...shopQuestions]) {
    const value = flags[optionOf(flag)];
    if (typeof value !== 'string') continue;
    values[name] = value;
    given.add(name);
  }
  if (env['DATABASE_URL']) values['DATABASE_URL'] = env['DATABASE_URL'];
  return { values, given };
}

/** Writes the env file and the shop's settings, then checks the shop. */
export async function setUp({ force = false, ...flags }: SetupOptions): Promise<void> {
  const context = commandContext();
  const file = resolve(envFilePath(context.env));
  const text = readEnvFile(file);
  const before = parseEnv(text) as Answers;
  context.env = { ...before, ...context.env, NODE_ENV: 'production' };

  const { shopConfig, problem } = await tryShopConfig(context.env);
  if (problem !== undefined) throw new CommandFailed(problem);
  const questions = listQuestions(shopConfig);
  const { values, given } = collectValues(flags, context.env, questions);
  /** The variables of these answers; an empty value takes away that of the file. */
  const toVariables = (answers: Answers): Answers =>
    Object.fromEntries(
      Object.entries(answers).filter(([name, value]) => !isShopSetting(name) && (value || before[name])),
    ) as Answers;
  const readShop = (answers: Answers): Promise<Answers> => {
    context.env = { ...context.env, ...toVariables(answers) };
    return readShopAnswers();
  };
  const prompt = flags.json ? undefined : openPrompt('Setup has been interrupted; nothing was changed.');
  try {
    if (prompt) await askQuestions(prompt, values, { given, readShop, shopConfig });
    else Object.assign(values, { ...(await readShop(values)), ...values });
    // AWS keys in the environment, without storage, may be for another program.
    for (const { name, needs } of questions) if (needs && !values[needs] && !given.has(name)) delete values[name];
    const variables = toVariables(values);
    context.env = { ...context.env, ...variables };
    requireFlags(values, questions);
    const { problems } = inspectConfiguration(context.env, shopConfig);
    for (const question of shopQuestions)
      problems.push(
        ...[findAnswerProblem(question, values, shopConfig) ?? []].flat().map((problem) => `${question.flag}: ${problem}`),
      );
    if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
    const replaced = Object.keys(variables).filter((name) => before[name] !== undefined && before[name] !== variables[name]);
    const changed = setEnvVariables(text, variables);
    await confirmChanges(file, replaced, prompt, force);
    writeEnvFile(file, changed);
  } finally {
    prompt?.close();
  }
  await saveShopAnswers(values);
  const findings = await runChecks(context.env);
  print({ success: true, file, findings }, flags, () =>
    [green(`The settings are in ${file}.`), '', describeFindings(findings)].join('\n'),
  );
}
