import * as paths from '#lib/rules/routes/paths.ts';

/** Whether the browser is set to save data; only Chromium says so. */
const { connection } = navigator as { connection?: { saveData: boolean } };

/** Adds the rules for prefetching by script: a browser would fetch those of a header at once, while the page's first picture loads. */
async function addSpeculationRules(): Promise<void> {
  const textContent = await (await fetch(paths.speculationRules)).text();
  document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent }));
}

if (HTMLScriptElement.supports?.('speculationrules') && !connection?.saveData)
  // Links work without.
  addSpeculationRules().catch(() => undefined);
