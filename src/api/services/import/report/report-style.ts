/** Styles of the report: readable on a phone, where each row of a table is a block, and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --line: #c9c9c9; --quiet: #595959; --bad: #a32018; }
@media (prefers-color-scheme: dark) { :root { --line: #555; --quiet: #b3b3b3; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.25rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
p, ul { margin: .25rem 0; }
.quiet { color: var(--quiet); }
.outcome { margin: .75rem 0; font-size: 1.125rem; }
.bad { color: var(--bad); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1rem 0; }
dl div { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
dt { color: var(--quiet); font-size: .875rem; }
dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; }
th { font-weight: 600; }
th, .number { white-space: nowrap; }
td.value { min-width: 8rem; }
.value { white-space: pre-wrap; font-family: ui-monospace, monospace; font-size: .875rem; }
.help { display: block; color: var(--quiet); }
@media (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td { border: 0; padding: 0; }
  td::before { content: attr(data-label) ": "; color: var(--quiet); font-family: system-ui, sans-serif; font-size: .875rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  tr, dl div { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
