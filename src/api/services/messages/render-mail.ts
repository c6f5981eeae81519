import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { escapeHtml, renderHtml } from '#lib/rules/html-document.ts';
import { themeVariables } from '#lib/rules/theme/theme-variables.ts';
import { greet } from './greeting.ts';

/** A section of a mail. All text is plain and is escaped here. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  /** Two columns, such as items with their amounts; the last row is emphasised if `hasTotal`. */
  | { kind: 'table'; title: string; rows: readonly (readonly [string, string])[]; hasTotal?: boolean; note?: string }
  | { kind: 'link'; label: string; url: string };

export interface MailContent {
  title: string;
  name: string;
  /** The first paragraph follows the greeting. */
  blocks: readonly MailBlock[];
}

function toText(block: MailBlock): string {
  if (block.kind === 'paragraph') return block.text;
  if (block.kind === 'link') return `${block.label}: ${block.url}`;
  const rows = block.rows.map(([left, right]) => `  ${left}  ${right}`);
  return [block.title, ...rows, ...(block.note ? [`  ${block.note}`] : [])].join('\n');
}

/** The plain text of a mail. */
export const renderMailText = ({ name, blocks }: MailContent, { store_name }: Pick<StoreSettings, 'store_name'>): string =>
  [greet(name), ...blocks.map(toText), store_name].join('\n\n');

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Mail clients without a dark mode ignore it; the inline styles are the light one. */
const darkMode = `@media (prefers-color-scheme:dark){
.page{background-color:#16181b !important}
.card{background-color:#212428 !important;border-color:#3a3e44 !important}
.ink,.ink td,.ink p{color:#f1f2f3 !important}
.quiet,.quiet td{color:#b6bac0 !important}
.line{border-color:#3a3e44 !important}
}`;

interface Colours {
  background: string;
  text: string;
}

const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

function renderTable({ title, rows, hasTotal, note }: Extract<MailBlock, { kind: 'table' }>): string {
  const cells = rows.map(([left, right], i) => {
    const weight = hasTotal && i === rows.length - 1 ? 'font-weight:700;' : '';
    const cell = `padding:8px 0;border-top:1px solid #e3e5e8;vertical-align:top;${weight}`;
    return `<tr><td class="line" style="${cell}padding-right:12px">${escapeHtml(left)}</td><td class="line" align="right" style="${cell}white-space:nowrap">${escapeHtml(right)}</td></tr>`;
  });
  return `<p style="margin:0 0 6px;font-weight:700">${escapeHtml(title)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 ${note ? 6 : 20}px;font-size:15px;line-height:1.45">${cells.join('')}</table>${note ? paragraph(note) : ''}`;
}

const renderButton = ({ label, url }: Extract<MailBlock, { kind: 'link' }>, { background, text }: Colours): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td style="border-radius:8px;background-color:${background};border:1px solid ${text}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;color:${text};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const renderLink = ({ label, url }: Extract<MailBlock, { kind: 'link' }>): string =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`;

/** The first link of a mail is a button. */
function renderBlocks(blocks: readonly MailBlock[], button: Colours): string {
  const first = blocks.find(({ kind }) => kind === 'link');
  const rendered = blocks.map((block) => {
    if (block.kind === 'paragraph') return paragraph(block.text);
    if (block.kind === 'table') return renderTable(block);
    return block === first ? renderButton(block, button) : renderLink(block);
  });
  return rendered.join('\n');
}

/** The HTML of a mail in the store's colours: tables and inline styles, which all mail clients understand, and no pictures. */
export function renderMailHtml(content: MailContent, settings: StoreSettings): string {
  const { '--button': background = '', '--on-button': text = '' } = themeVariables(settings);
  const store = escapeHtml(settings.store_name);
  const contact = settings.legal?.support_email;
  const title = escapeHtml(content.title);
  const body = `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border:1px solid #e3e5e8;border-radius:12px;border-collapse:separate">
<tr><td style="padding:18px 24px;background-color:${background};border-radius:11px 11px 0 0;${FONT};font-size:18px;font-weight:700;color:${text}">${store}</td></tr>
<tr><td class="ink" style="padding:28px 24px 12px;${FONT};font-size:16px;line-height:1.5;color:#1a1c1f;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${title}</h1>
${paragraph(greet(content.name))}
${renderBlocks(content.blocks, { background, text })}
</td></tr>
<tr><td class="quiet line" style="padding:16px 24px 22px;border-top:1px solid #e3e5e8;${FONT};font-size:13px;line-height:1.5;color:#5c6168">${store}${contact ? `<br>${escapeHtml(t('Questions? Write to {contact}', { contact }))}` : ''}</td></tr>
</table>
</td></tr></table>`;
  return renderHtml({
    title: content.title,
    head: `<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}${darkMode}</style>`,
    body,
    bodyAttributes: ' class="page" style="margin:0;padding:0;background-color:#f3f4f6"',
  });
}
