import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { write } from '#api/database/transaction.ts';
import { envFilePath } from '#api/env-file.mjs';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { describeFindings, runChecks } from '#cli/actions/doctor.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { type Answers, askQuestions } from '#cli/setup/ask-questions.ts';
import { setEnvVariables } from '#cli/setup/edit-env-text.ts';
import { optionOf, questions } from '#cli/setup/question-list.ts';
import { openPrompt, type Prompt } from '#cli/setup/terminal-prompt.ts';
import { readEnvFile, writeEnvFile } from '#cli/setup/write-env-file.ts';
import { withStore, withStoreOrCreate } from '#cli/store/open-store.ts';

export type SetupOptions = OutputOptions & { name?: string; force?: boolean } & Record<string, unknown>;

/** The name of the shop that the environment names; undefined when there is none yet. */
const readShopName = (): Promise<string | undefined> =>
  withStore(async (db) => (await readSettings(db)).store_name).catch((error: unknown) => {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  });

const saveName = (storeName: string): Promise<void> =>
  withStoreOrCreate(async (db) => {
    if ((await readSettings(db)).store_name === storeName) return;
    await write(db, (tx) => updateSettings(tx, (settings) => ({ ...settings, store_name: storeName })));
  });

/** Throws a `UsageError` that lists the flags of required settings that are missing. */
function requireFlags(values: Answers, shopName: string | undefined): void {
  const missing = questions.filter(({ name, isRequired }) => isRequired && !values[name]).map(({ flag }) => flag);
  if (!shopName) missing.push('--name');
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

/** Writes the env file and the shop's name, then checks the shop. */
export async function setUp({ name: givenName, force = false, ...flags }: SetupOptions): Promise<void> {
  const context = commandContext();
  const file = resolve(envFilePath(context.env));
  const text = readEnvFile(file);
  const before = parseEnv(text) as Answers;
  context.env = { ...before, ...context.env, NODE_ENV: 'production' };

  const values: Answers = { NODE_ENV: 'production' };
  for (const { name, flag, fallback = '' } of questions) {
    const given = flags[optionOf(flag)];
    values[name] = typeof given === 'string' ? given : context.env[name] || fallback;
  }
  const databaseUrl = context.env['DATABASE_URL'];
  if (databaseUrl) values['DATABASE_URL'] = databaseUrl;
  const prompt = flags.json ? undefined : openPrompt();
  let shopName = givenName;
  try {
    if (prompt) await askQuestions(prompt, values);
    // AWS keys in the environment, without storage, may be for another program.
    for (const { name, flag, needs } of questions)
      if (needs && !values[needs] && flags[optionOf(flag)] === undefined) delete values[name];
    // An empty value takes away that of the file.
    const answered = Object.fromEntries(Object.entries(values).filter(([name, value]) => value || before[name])) as Answers;
    context.env = { ...context.env, ...answered };
    shopName ??= await readShopName();
    if (prompt && givenName === undefined) {
      const hint = shopName ? ` [${shopName}]` : '';
      do shopName = (await prompt.ask(`The shop's name${hint}`)) || shopName;
      while (!shopName);
    }
    requireFlags(answered, shopName);
    const { problems } = inspectConfiguration(context.env);
    if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
    const replaced = Object.keys(answered).filter((name) => before[name] !== undefined && before[name] !== answered[name]);
    const changed = setEnvVariables(text, answered);
    await confirmChanges(file, replaced, prompt, force);
    writeEnvFile(file, changed);
  } finally {
    prompt?.close();
  }
  await saveName(shopName as string);
  const findings = await runChecks(context.env);
  print({ success: true, file, findings }, flags, () =>
    [green(`The settings are in ${file}.`), '', describeFindings(findings)].join('\n'),
  );
}
