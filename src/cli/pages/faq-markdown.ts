import { CommandFailed } from '#cli/process/command-errors.ts';
import type { StoreSettings } from '#lib/contract/store.ts';

type Faq = NonNullable<StoreSettings['faq']>;

/** Formats questions and answers as Markdown: a heading for each question. */
export const formatFaq = (faq: Faq): string =>
  faq.map(({ question, answer }) => `## ${question}\n\n${answer.trim().replace(/^#/gm, '\\#')}\n`).join('\n');

/** Reads questions and answers from Markdown. Throws `CommandFailed` with what to change; `file` names the file in it. */
export function parseFaq(markdown: string, file: string): Faq {
  const [before = '', ...parts] = markdown.replace(/<!--[\s\S]*?-->/g, '').split(/^##[ \t]+/m);
  if (before.replace(/^#[ \t].*$/m, '').trim() !== '')
    throw new CommandFailed(`${file}: the text before the first question is not shown. Begin each question with "## "`);
  return parts.map((part) => {
    const [question = '', ...lines] = part.split('\n');
    const answer = lines.join('\n').trim().replace(/^\\#/gm, '#');
    if (question.trim() === '')
      throw new CommandFailed(`${file}: a line has "##" without a question. Write the question behind it`);
    if (answer === '')
      throw new CommandFailed(`${file}: "${question.trim()}" has no answer. Write it below the question, or delete the question`);
    return { question: question.trim(), answer };
  });
}
