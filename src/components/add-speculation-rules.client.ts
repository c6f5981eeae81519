import * as paths from '#lib/rules/routes/fixed-paths.ts';

/** Only Chromium says whether it is set to save data, and only Chromium has rules for prefetching. */
const { connection } = navigator as { connection?: { saveData: boolean } };

/** Adds the rules for prefetching by script: a browser would fetch those of a header at once, while the page's first picture loads. */
if (connection?.saveData === false)
  fetch(paths.speculationRules)
    .then((response) => response.text())
    .then((text) => document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', text })))
    // Links work without.
    .catch(() => {});
