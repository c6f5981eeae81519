import { readFileSync, statSync, writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findConfigFile, visitConfigFiles } from './find-config-file.mjs';
import { findConfigProblem, type ShopConfig } from './shop-config.ts';
import { findTextProblem, type TextProblem } from './shop-texts.ts';
import { findFileProblem } from './site-files.ts';

/** The configuration cannot be used; the message says where and why, in one sentence. */
export class ShopConfigError extends Error {}

/** Longest time that a configuration may take to load, in ms. */
const CONFIG_LOAD_TIMEOUT_MS = 10_000;

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** The shop's own files, below the project. */
const shopFiles = /^(?:src|dist|node_modules)\//;

/** URL of the module that `haat/config` resolves to. */
const CONFIG_MODULE = 'haat:config';

/** Where that module finds its exports: the same objects as the shop's own, also in a built program. */
const EXPORTS = Symbol.for('haat.config');

let isRegistered = false;

/** Lets files outside of this folder import `haat/config` and `haat/extensions/<name>`. */
async function registerConfigModule(): Promise<void> {
  if (isRegistered) return;
  isRegistered = true;
  const exported: Record<string, unknown> = await import('./config.ts');
  Object.assign(globalThis, { [EXPORTS]: exported });
  const source = Object.keys(exported)
    .map((name) => `export const ${name} = globalThis[Symbol.for('haat.config')].${name};`)
    .join('\n');
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'haat/config') return { url: CONFIG_MODULE, format: 'module', shortCircuit: true };
      const name = /^haat\/extensions\/([\w-]+)$/.exec(specifier)?.[1];
      return next(name ? pathToFileURL(join(projectFolder, 'extensions', name, 'index.ts')).href : specifier, context);
    },
    load: (url, context, next) => (url === CONFIG_MODULE ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  });
}

/** First line of the file that contains `text`, from 1; undefined if it is not there. */
function findLine(file: string, text: string): number | undefined {
  const index = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text));
  return index < 0 ? undefined : index + 1;
}

/** Line of the file where the innermost of some nested properties is written, from 1; undefined if none of them is found. */
function findLineOf(file: string, names: readonly string[]): number | undefined {
  const lines = readFileSync(file, 'utf8').split('\n');
  let found = -1;
  for (const name of names) {
    const property = new RegExp(`(?<![\\w$-])${RegExp.escape(name)}['"]?\\s*(?:[:(,}]|$)`);
    const index = lines.findIndex((line, at) => at >= found && property.test(line));
    if (index >= 0) found = index;
  }
  return found < 0 ? undefined : found + 1;
}

/** File and line that an error names first, such as `/data/shop.config.ts:3`; files of the shop itself do not count. */
function findPlace({ stack = '' }: Error): string | undefined {
  // A syntax error begins with its place as a plain path; other places are URLs, where a space has a code.
  const first = /^(?:file:\/\/)?(\/.+:\d+)$/m.exec(stack)?.[1];
  const others = stack.matchAll(/(?:^|\s\(?)(?:file:\/\/)?(\/\S+?:\d+)(?=(?::\d+)?\)?$)/gm);
  return [first, ...[...others].map(([, place]) => place)]
    .filter((place) => place !== undefined)
    .map((place) => (stack.includes(`file://${place}`) ? decodeURIComponent(place) : place))
    .find((place) => !shopFiles.test(place.replace(projectFolder, '')));
}

/** Explains why a file could not be loaded: the place in the owner's files that the error names first, and its message. */
function explainLoadError(file: string, error: unknown): string {
  if (!(error instanceof Error)) return `${file}: it threw ${String(error)}`;
  const [message = ''] = error.message.split('\n');
  const missing = /^Cannot find (?:package|module) '([^']+)' imported from (.+)$/.exec(message);
  if (missing) {
    const [, specifier = '', from = file] = missing;
    const place = from.startsWith('file:') ? fileURLToPath(from) : from;
    const name = specifier.slice(specifier.lastIndexOf('/') + 1);
    const line = findLine(place, name);
    return `${place}${line ? `:${line}` : ''}: ${specifier} cannot be found`;
  }
  return `${findPlace(error) ?? file}: ${message}`;
}

/** Where a part of an exported configuration is written, such as `/data/shop.config.ts:4: payments[0].name`. */
function locate(file: string, path: readonly PropertyKey[]): string {
  const shown = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);
  const line = findLineOf(
    file,
    path.filter((key) => typeof key === 'string'),
  );
  return `${file}${line ? `:${line}` : ''}: ${shown || 'what it exports'}`;
}

/** Says what is wrong with a text, after the place of its sentence in the configuration or a file that it names. */
export function describeTextProblem(file: string, { sentence, problem }: TextProblem): string {
  let place: string | undefined;
  visitConfigFiles({ SHOP_CONFIG: file }, (path, content) => {
    const lines = content.toString('utf8').replaceAll('\\', '').split('\n');
    const index = lines.findIndex((line) => line.includes(sentence));
    if (index >= 0) place ??= `${join(dirname(file), path)}:${index + 1}`;
  });
  return `${place ?? file}: "${sentence}" ${problem}`;
}

/** Runs a step on an owner's file, and explains what it throws. */
async function explained<T>(file: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ShopConfigError) throw error;
    throw new ShopConfigError(explainLoadError(file, error), { cause: error });
  }
}

/** Runs the code of a file; what it does beside its exports must not end the process without a sentence. */
async function importFile(file: string): Promise<{ default?: unknown }> {
  const limit = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const endsProcess = (): void => {
    writeSync(process.stderr.fd, `${file}: it ends the process when it is loaded\n`);
    process.exitCode = 1;
  };
  process.once('uncaughtException', failed.reject).once('unhandledRejection', failed.reject).once('exit', endsProcess);
  try {
    const imported = import(pathToFileURL(file).href, file.endsWith('.json') ? { with: { type: 'json' } } : {}) as Promise<{
      default?: unknown;
    }>;
    return await Promise.race([
      // What it has begun may fail right after.
      imported.then((exported) => delay(0, exported)),
      failed.promise,
      delay(CONFIG_LOAD_TIMEOUT_MS, undefined, { signal: limit.signal }).then(() => {
        throw new ShopConfigError(`${file}: it did not finish loading within ${CONFIG_LOAD_TIMEOUT_MS / 1000} seconds`);
      }),
    ]);
  } finally {
    limit.abort();
    process.off('uncaughtException', failed.reject).off('unhandledRejection', failed.reject).off('exit', endsProcess);
  }
}

function requireFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new ShopConfigError(`${file} cannot be found`);
  if (!stat.isFile()) throw new ShopConfigError(`${file} is not a file`);
}

/** The module of the configuration, or of a file of its words; what it exports is unchecked. Throws `ShopConfigError`. */
export async function importOwnersFile(file: string): Promise<{ default: unknown }> {
  await registerConfigModule();
  await explained(file, () => requireFile(file));
  const exported = await explained(file, () => importFile(file));
  if (exported.default === undefined)
    throw new ShopConfigError(`${file}: it has no default export. Write export default defineShop({ … })`);
  return { default: exported.default };
}

async function loadFile(file: string): Promise<ShopConfig> {
  const { default: exported } = await importOwnersFile(file);
  const found = await explained(file, () => findConfigProblem(exported));
  if (found) throw new ShopConfigError(`${locate(file, found.path)} ${found.problem}`);
  const config = exported as ShopConfig;
  const wrongText = config.texts && findTextProblem(config.texts);
  if (wrongText) throw new ShopConfigError(describeTextProblem(file, wrongText));
  const wrong = await findFileProblem(file, config);
  if (!wrong) return config;
  const line = findLine(file, wrong.written);
  throw new ShopConfigError(`${file}${line ? `:${line}` : ''}: ${wrong.problem}`);
}

const loaded = new Map<string, Promise<ShopConfig>>();

/**
 * Loads the configuration of a shop, as `readShopConfig`, and reports one that cannot be used. Returns an empty one instead, so that a shop can be developed;
 * in production it throws the `ShopConfigError`.
 */
export async function loadShopConfig(env: NodeJS.ProcessEnv, report: (problem: string) => void): Promise<ShopConfig> {
  try {
    return await readShopConfig(env);
  } catch (error) {
    if (!(error instanceof ShopConfigError) || env['NODE_ENV'] === 'production') throw error;
    report(error.message);
    return {};
  }
}

/** As `readShopConfig`; an empty one, and why, when it cannot be used. */
export async function tryShopConfig(env: NodeJS.ProcessEnv): Promise<{ shopConfig: ShopConfig; problem?: string }> {
  try {
    return { shopConfig: await readShopConfig(env) };
  } catch (error) {
    if (!(error instanceof ShopConfigError)) throw error;
    return { shopConfig: {}, problem: error.message };
  }
}

/**
 * Loads the configuration of a shop, once for each file; an empty one without a file. Throws `ShopConfigError`. Its code runs with all rights
 * of this process.
 */
export async function readShopConfig(env: NodeJS.ProcessEnv): Promise<ShopConfig> {
  const file = findConfigFile(env);
  if (file === undefined) return {};
  const config = loaded.get(file) ?? loadFile(file);
  loaded.set(file, config);
  return config;
}
