import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isInventoryExport } from '#api/services/import/inventory/read-inventory.ts';
import { describeMapping, describeOtherFile, findOtherSystem } from '#api/services/import/mapping/describe-unknown-table.ts';
import type { FindMapping } from '#api/services/import/mapping/header-finder.ts';
import { type Inspection, inspectTable, previewTable } from '#api/services/import/mapping/inspect-table.ts';
import { keepMapping, keptMappings } from '#api/services/import/mapping/mapping-files.ts';
import {
  findMappingProblem,
  fingerprintOf,
  parseMapping,
  type TableMapping,
} from '#api/services/import/mapping/table-mapping.ts';
import type { ImportedProduct, ImportedVariant } from '#api/services/import/read/imported-product.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv } from '#api/services/import/tables/read-csv.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { askMapping, say } from '#cli/mapping/ask-mapping.ts';
import { formatCount, stripControlSequences } from '#cli/output/print.ts';
import { CommandFailed, commandContext, resolveDataDir, UsageError } from '#cli/process/command.ts';
import { openPrompt, type Prompt } from '#cli/setup/terminal-prompt.ts';
import { formatPaise } from '#lib/rules/money.ts';

/** How many variants of a product and how many problems are shown. */
const MAX_SHOWN = 4;

const describeVariant = ({ variation, price, mrp = 0, stock }: ImportedVariant): string => {
  const was = mrp > price ? ` of ${formatPaise(mrp)}` : '';
  const count = stock === undefined ? '' : `, ${stock} in stock`;
  return `${variation && `${variation} `}${formatPaise(price)}${was}${count}`;
};

function describeProduct({ name, category, variants, pictures, attributes }: ImportedProduct): string {
  const more = variants.length > MAX_SHOWN ? ` and ${variants.length - MAX_SHOWN} more` : '';
  const facts = (attributes ?? []).map((fact) => `${fact.name}: ${fact.value}`).join(', ');
  return [
    `  ${name}${category ? ` (${category})` : ''}`,
    `    ${variants.slice(0, MAX_SHOWN).map(describeVariant).join(' · ')}${more}`,
    ...(facts ? [`    ${facts}`] : []),
    `    ${pictures.length > 0 ? `Pictures: ${pictures.map(({ source }) => source).join(', ')}` : 'No picture'}`,
  ].join('\n');
}

/** The first products of a table as the shop would have them, and the rows that cannot be read. */
export function describePreview({ products, badRows }: ReturnType<typeof previewTable>): string {
  const bad = badRows.slice(0, MAX_SHOWN).map(({ line, column, reason }) => `  line ${line}, ${column}: ${reason}`);
  const more = badRows.length > MAX_SHOWN ? [`  and ${badRows.length - MAX_SHOWN} more`] : [];
  return [
    'The first products would be:',
    ...products.map(describeProduct),
    ...(bad.length > 0 ? [`${formatCount(badRows.length, 'problem')} in the first rows:`, ...bad, ...more] : []),
  ].join('\n');
}

export interface MappingFlags {
  map?: boolean;
  mapping?: string;
  yes?: boolean;
  json?: boolean;
  dryRun?: boolean;
}

type UnknownTable = Extract<Inspection, { kind: 'table' }>;

/** How many products are shown before an import. */
const PREVIEWED = 5;

/** Inspects a file; of one that is no table the import says what is wrong. */
async function inspect(path: string, find: FindMapping): Promise<Inspection> {
  try {
    return await inspectTable(path, find);
  } catch (error) {
    if (error instanceof NoCsv || error instanceof MalformedCsv) return { kind: 'nothing' };
    throw error;
  }
}

/** The mapping of `--mapping`. Throws `CommandFailed` when it cannot be used, or names columns that a file does not have. */
async function readGivenMapping(file: string, paths: readonly string[]): Promise<TableMapping> {
  requireFile(file);
  const mapping = parseMapping(readFileSync(file, 'utf8'));
  if (!mapping) throw new CommandFailed(`${file} is no mapping: import a table with --map to get one`);
  const problem = findMappingProblem(mapping);
  if (problem) throw new CommandFailed(`${file} cannot be used. ${problem}`);
  for (const path of paths) {
    const inspection = await inspect(path, () => undefined);
    if (inspection.kind !== 'table') continue;
    const missing = mapping.columns.find(({ column, is }) => is !== 'ignored' && !inspection.table.header.includes(column));
    if (missing) throw new CommandFailed(`${file} names the column "${missing.column}", which ${basename(path)} does not have`);
  }
  return mapping;
}

/** Returns the guess if it is certain. Throws `CommandFailed` with what is missing. */
function takeGuess(file: string, { table, guess: { mapping, unsure } }: UnknownTable): TableMapping {
  // The rows of an export belong together in ways that the names of its columns do not say.
  const system = findOtherSystem(table.header);
  if (system) throw new CommandFailed(`${file}: ${describeOtherFile(system, mapping)}`);
  const problem = findMappingProblem(mapping);
  if (unsure.length > 0 || problem)
    throw new CommandFailed(
      `${file}: which column is the ${unsure.join(' and which is the ') || 'name or price'} is not certain. Call it ${unsure.map((is) => (is === 'name' ? '"Name"' : '"Price"')).join(' and ') || '"Name" or "Price"'} in the file, or run the command with --map on a terminal, or name a mapping with --mapping FILE`,
    );
  return mapping;
}

/** Asks what the columns are, shows the first products and asks whether to import them. */
async function askFor(prompt: Prompt, file: string, { table, guess }: UnknownTable): Promise<TableMapping> {
  say(`${file} has ${table.header.length} columns; their names are on line ${table.line}.`);
  const mapping = await askMapping(prompt, { table, guess });
  say(describePreview(previewTable(table, mapping, PREVIEWED)));
  const answer = await prompt.ask('Import like this? [Enter = yes, n = no]');
  if (!/^(?:y(?:es)?)?$/i.test(answer)) throw new CommandFailed('Nothing was imported.');
  return mapping;
}

/**
 * Finds the mappings of an import: that of `--mapping`, those kept before, and with `--map` those of an owner who is asked on a terminal, or
 * the guesses where they are certain. New ones are saved. Throws `CommandFailed`.
 */
export async function chooseMappings(paths: readonly string[], flags: MappingFlags): Promise<FindMapping> {
  if (flags.mapping !== undefined) {
    if (flags.map) throw new UsageError('Give --map or --mapping, not both');
    const mapping = await readGivenMapping(flags.mapping, paths);
    return () => mapping;
  }
  const dataDir = resolveDataDir();
  const kept = keptMappings(dataDir);
  if (!flags.map) return kept;
  const chosen = new Map<string, TableMapping>();
  const prompt = flags.yes || flags.json ? undefined : openPrompt('The import has been interrupted; nothing was imported.');
  const { stderr } = commandContext();
  try {
    for (const path of paths) {
      if (await isInventoryExport(path)) continue;
      const file = basename(path);
      const inspection = await inspect(path, () => undefined);
      if (inspection.kind === 'known') stderr.write(`${file} is ${inspection.format}: its columns are known.\n`);
      if (inspection.kind !== 'table') continue;
      const { table, guess } = inspection;
      const fingerprint = fingerprintOf(table.header);
      if (chosen.has(fingerprint)) continue;
      const before = kept(table.header);
      const known = before ? { ...inspection, guess: { ...guess, mapping: before, unsure: [] } } : inspection;
      const mapping = prompt ? await askFor(prompt, file, known) : takeGuess(file, known);
      if (!prompt && !flags.json) stderr.write(stripControlSequences(`${file}: ${describeMapping(mapping)}\n`));
      chosen.set(fingerprint, mapping);
      const place = keepMapping(dataDir, table.header, mapping);
      if (prompt) say(`Kept in ${place}: the next table with these columns is read without questions.`);
    }
  } finally {
    prompt?.close();
  }
  return (header) => chosen.get(fingerprintOf(header)) ?? kept(header);
}
