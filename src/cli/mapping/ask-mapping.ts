import { completeMapping } from '#api/services/import/mapping/complete-mapping.ts';
import type { Table } from '#api/services/import/mapping/find-header.ts';
import type { MappingGuess } from '#api/services/import/mapping/guess-mapping.ts';
import { readHeaderName } from '#api/services/import/mapping/header-words.ts';
import { findMappingProblem, type TableMapping } from '#api/services/import/mapping/table-mapping.ts';
import { isManyTarget, type Target, targetNames, targets } from '#api/services/import/mapping/targets.ts';
import { stripControlSequences } from '#cli/output/print.ts';
import { commandContext } from '#cli/process/command.ts';
import type { Prompt } from '#cli/setup/terminal-prompt.ts';

type Answer = Target | 'ignored';

export const say = (line: string): void => void commandContext().stdout.write(`${stripControlSequences(line)}\n`);

/** Characters of an example value. */
const MAX_EXAMPLE = 40;

const choices = [...targetNames.map((name) => `${name} (${targets[name].label})`), '- (not read)'].join(', ');
const labelOf = (is: Answer): string => (is === 'ignored' ? 'not read' : targets[is].label);
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_EXAMPLE ? `${line.slice(0, MAX_EXAMPLE)}…` : line;
};

/** What an answer means: a choice, or any word that a column of the kind is called by. Undefined for others. */
function readSignedResponse(text: string): Answer | undefined {
  const folded = text.trim().toLowerCase();
  if (['-', 'none', 'no', 'n', 'not read', 'skip'].includes(folded)) return 'ignored';
  const chosen = targetNames.find((name) => name === folded || targets[name].label.toLowerCase() === folded);
  if (chosen) return chosen;
  const [match] = readHeaderName(folded);
  if (!match || match.score < 1) return undefined;
  if (match.is === 'offer') return 'price';
  return match.is === 'other' ? undefined : match.is;
}

/** Asks until the answer is one of the choices; undefined when the owner goes back. */
async function askColumn(
  prompt: Prompt,
  column: string,
  examples: readonly string[],
  guess: Answer,
): Promise<Answer | undefined> {
  const values = examples.length > 0 ? examples.map(shorten).join(', ') : 'no values';
  for (;;) {
    const question = stripControlSequences(`${shorten(column)}: ${values} → ${labelOf(guess)}? [Enter = yes]`);
    const text = await prompt.ask(question.replaceAll('\n', ' '));
    if (text === '' || /^y(?:es)?$/i.test(text)) return guess;
    if (['<', 'back'].includes(text.toLowerCase())) return undefined;
    const answer = readSignedResponse(text);
    if (answer) return answer;
    say(`It can be: ${choices}`);
  }
}

/** Asks what each column of a table is, with the guess as the answer of Enter. */
export async function askMapping(prompt: Prompt, { table, guess }: { table: Table; guess: MappingGuess }): Promise<TableMapping> {
  const columns = guess.mapping.columns.map((column) => ({ ...column }));
  say(
    'Enter accepts the guess. Or type what the column is, such as price, stock or colour; "-" leaves it out, "?" lists all, "<" goes back.',
  );
  for (let i = 0; i < columns.length; i++) {
    const asked = columns[i] as (typeof columns)[number];
    const answer = await askColumn(prompt, asked.column, guess.examples.get(asked.column) ?? [], asked.is);
    if (answer === undefined) {
      if (i === 0) say('This is the first column.');
      i = Math.max(-1, i - 2);
      continue;
    }
    const other = columns.find((column) => column !== asked && column.is === answer);
    if (other && answer !== 'ignored' && !isManyTarget(answer)) {
      other.is = 'ignored';
      say(`${shorten(other.column)} is not read then.`);
    }
    asked.is = answer;
    const mapping = completeMapping(table, columns);
    const problem = i === columns.length - 1 ? findMappingProblem(mapping) : undefined;
    if (!problem) continue;
    say(`${problem} Once more:`);
    i = -1;
  }
  return completeMapping(table, columns);
}
