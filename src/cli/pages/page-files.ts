import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnknownPlaceholders, placeholderNames } from '#api/services/store/placeholders.ts';
import { CommandFailed } from '#cli/process/command.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { type TextSetting, textPages } from '#lib/rules/routes/text-pages.ts';

type Faq = NonNullable<StoreSettings['faq']>;

/** Formats questions and answers as Markdown: a heading for each question. */
const formatFaq = (faq: Faq): string =>
  faq.map(({ question, answer }) => `## ${question}\n\n${answer.trim().replace(/^#/gm, '\\#')}\n`).join('\n');

/** Reads questions and answers from Markdown. Throws `CommandFailed` with what to change; `file` names the file in it. */
function parseFaq(markdown: string, file: string): Faq {
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

/** The longest text of a page, in characters: every page of the site is made with all of them. */
const MAX_LENGTH = 30_000;

const fileNames: Record<TextSetting, string> = {
  faq: 'faq.md',
  terms: 'terms.md',
  privacy: 'privacy.md',
  returns: 'returns.md',
  shipping_policy: 'shipping.md',
};

/** The pages with the name of each page's Markdown file. */
export const pageFiles = textPages.map((page) => ({ ...page, file: fileNames[page.setting] }));

/** The text that a new shop starts with; the owner edits it. */
export const readStarterText = (setting: TextSetting): string =>
  readFileSync(join(import.meta.dirname, 'starter-texts', fileNames[setting]), 'utf8');

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Whether a text is the starter text as it was written, which counts as none. */
export const isDraft = (setting: TextSetting, text: string): boolean =>
  withoutSpace(text) === withoutSpace(readStarterText(setting));

/** The Markdown of a page as stored; undefined when there is none. */
export function formatPage(settings: StoreSettings, setting: TextSetting): string | undefined {
  if (setting !== 'faq') return settings[setting] && `${settings[setting].trim()}\n`;
  return settings.faq?.length ? formatFaq(settings.faq) : undefined;
}

/** Checks a page's text and reads it as its setting; undefined when it is empty. Throws `CommandFailed`; `file` names the file in it. */
export function parsePage(setting: TextSetting, text: string, file: string): Pick<StoreSettings, TextSetting> {
  if (text.length > MAX_LENGTH)
    throw new CommandFailed(`${file} has ${text.length} characters; a page may have at most ${MAX_LENGTH}. Shorten it`);
  const [unknown] = findUnknownPlaceholders(text);
  if (unknown !== undefined)
    throw new CommandFailed(`${file}: there is no {{${unknown}}}. The words that are filled are: ${placeholderNames.join(', ')}`);
  if (setting !== 'faq') return { [setting]: text.trim() || undefined };
  const faq = parseFaq(text, file);
  return { faq: faq.length > 0 ? faq : undefined };
}
