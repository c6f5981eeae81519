import { removeInvisible } from '#lib/contract/text/typed-text.ts';
import { escapeHtml, noIndex, renderHtml } from '#lib/rules/html-document.ts';

/** A printable document: a whole page, and its style and script for a policy that allows no others. */
export interface PrintDocument {
  html: string;
  style: string;
  script: string;
}

/** Shows the button that opens the browser's print dialog. */
export const printScript = `const button = document.querySelector('.print');
button.hidden = false;
button.addEventListener('click', () => window.print());`;

/** Fonts that have the scripts of India on most systems. */
const FONTS =
  'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", "Nirmala UI", "Noto Sans Tamil", "Noto Sans Bengali", sans-serif';

const common = `
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body { margin: 0; color: #000; background: #fff; font: 10pt/1.35 ${FONTS}; }
h1, h2, p { margin: 0; overflow-wrap: anywhere; }
.print { margin: 4mm; padding: 2.5mm 6mm; min-height: 44px; border: 0; border-radius: 2mm; background: #111; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
.barcode { display: block; width: 100%; height: 100%; }
@media print { .print { display: none; } }
@media screen { body { max-width: 210mm; margin: 0 auto; } .sheet { margin: 4mm auto; outline: 1px solid #bbb; } .sheet:not(.label) { min-width: 140mm; } }
`;

/** What a customer typed, as HTML: without characters that turn the direction of the text beside it. */
export const typed = (text: string): string => `<bdi>${escapeHtml(removeInvisible(text))}</bdi>`;

/** A paragraph of typed text; empty for none. */
export const typedParagraph = (text: string | null, className?: string): string =>
  text ? `<p${className ? ` class="${className}"` : ''}>${typed(text)}</p>` : '';

/** Puts sheets together to a document. `sheets` are HTML, `pageStyle` says the size of a page. */
export function renderPrint(title: string, pageStyle: string, sheets: readonly string[]): PrintDocument {
  const style = common + pageStyle;
  const body = `<button class="print" type="button" hidden>Print</button>
<main>
${sheets.join('\n')}
</main>
<script>${printScript}</script>`;
  const html = renderHtml({ title, head: `${noIndex}<style>${style}</style>`, body, language: 'en-IN' });
  return { html, style, script: printScript };
}
