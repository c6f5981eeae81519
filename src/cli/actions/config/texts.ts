import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findConfigFile } from '#api/extend/find-config-file.mjs';
import { importOwnersFile } from '#api/extend/load-shop-config.ts';
import { listSentences } from '#api/extend/shop-texts.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { commandContext, UsageError } from '#cli/process/command.ts';

type Words = Readonly<Record<string, unknown>>;

/** The words that a file, or the configuration, has already; unchecked, since sentences may have changed since. */
async function readWords(file: string | undefined): Promise<Words> {
  if (file !== undefined && existsSync(file)) return (await importOwnersFile(file)).default as Words;
  const config = findConfigFile(commandContext().env);
  if (config === undefined) return {};
  const { texts = {} } = (await importOwnersFile(config)).default as { texts?: Words };
  return texts;
}

/** The words of every sentence by the folders that have them: a module, or JSON. English ones stand where the shop has none. */
function writeSkeleton(sentences: ReadonlyMap<string, string>, words: Words, isJson: boolean): string {
  const worded = (sentence: string): unknown => words[sentence] ?? sentence;
  if (isJson) return `${JSON.stringify(Object.fromEntries([...sentences.keys()].map((key) => [key, worded(key)])), null, 2)}\n`;
  const areas = Map.groupBy(sentences, ([, path]) => dirname(path));
  const groups = [...areas].map(([area, found]) =>
    [`  // ${area}`, ...found.map(([sentence]) => `  ${JSON.stringify(sentence)}: ${JSON.stringify(worded(sentence))},`)].join(
      '\n',
    ),
  );
  return `export default {\n${groups.join('\n\n')}\n};\n`;
}

/** Prints every sentence of the shop with its words, or writes them to a file whose words are kept. */
export async function writeTexts(name: string | undefined, flags: OutputOptions): Promise<void> {
  const file = name === undefined ? undefined : resolve(name);
  if (file !== undefined && !/\.(?:ts|json)$/.test(file)) throw new UsageError(`${name} must end with .ts or .json`);
  const sentences = listSentences();
  const words = await readWords(file);
  const missing = [...sentences.keys()].filter((sentence) => (words[sentence] ?? sentence) === sentence);
  const unused = Object.entries(words).filter(([sentence]) => !sentences.has(sentence));
  const skeleton = writeSkeleton(sentences, words, file?.endsWith('.json') ?? false);
  if (file === undefined)
    return print({ success: true, missing, unused: Object.fromEntries(unused) }, flags, () => skeleton.trimEnd());
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, skeleton, { flag: 'wx' });
  renameSync(part, file);
  print({ success: true, file, missing, unused: Object.fromEntries(unused) }, flags, () =>
    [
      green(`Written: ${file}`),
      `${sentences.size} sentences, of which ${missing.length} have no words of the shop yet: they are in English.`,
      ...unused.map(([sentence, text]) => `Left out, since no longer used: ${JSON.stringify(sentence)}: ${JSON.stringify(text)}`),
    ].join('\n'),
  );
}
