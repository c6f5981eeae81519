import type { ProviderSetting, ProviderSettings, ProviderValues } from '#api/services/provider-settings.ts';
import { isUrl } from './parse-values.ts';

/** A provider of which a shop can have the settings. */
interface WithSettings {
  readonly settings: ProviderSettings;
}

/** The setting that turns each provider on. */
export const listSwitches = (providers: readonly WithSettings[]): string[] =>
  providers.map(({ settings: [first] }) => first.name);

/** The settings that have no effect without another one, each with that one. */
export const listDependentSettings = (providers: readonly WithSettings[]): (readonly [string, string])[] =>
  providers.flatMap(({ settings: [first, ...others] }) => others.map(({ name }) => [name, first.name] as const));

/** Names that two providers have: URLs of webhooks, the log and `store doctor` name providers. */
export function findDoubleNames(providers: readonly { readonly name: string }[]): string[] {
  const names = providers.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function findProblem(setting: ProviderSetting, value: string | undefined, first: string): string | undefined {
  const { name, isRequired, isUrl: mustBeUrl } = setting;
  if (!value && isRequired) return `${name} must be set when ${first} is`;
  if (value && mustBeUrl && !isUrl(value, ['http:', 'https:']))
    return `${name} must be a URL that begins with http:// or https://`;
  return setting.findProblem?.(value);
}

/** Reads the settings of a provider that is turned on. Adds to `problems`. */
export function readProviderValues({ settings }: WithSettings, env: NodeJS.ProcessEnv, problems: string[]): ProviderValues {
  const values: Record<string, string> = {};
  for (const setting of settings) {
    const value = env[setting.name];
    if (value) values[setting.name] = value;
    const problem = findProblem(setting, value, settings[0].name);
    if (problem) problems.push(problem);
  }
  return values;
}
