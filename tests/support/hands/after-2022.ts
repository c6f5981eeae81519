/**
 * Features of browsers that the Baseline of 2022 does not have, as paths from `globalThis`: what the site uses of them, it tests for
 * first. https://web.dev/baseline
 */
export const featuresAfter2022: readonly string[] = [
  ...['toReversed', 'toSorted', 'toSpliced', 'with'].map((name) => `Array.prototype.${name}`),
  'Array.fromAsync',
  'Object.groupBy',
  'Map.groupBy',
  'Map.prototype.getOrInsert',
  'Map.prototype.getOrInsertComputed',
  'Promise.try',
  'Promise.withResolvers',
  ...['isWellFormed', 'toWellFormed'].map((name) => `String.prototype.${name}`),
  ...['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'].map(
    (name) => `Set.prototype.${name}`,
  ),
  'Iterator',
  'RegExp.escape',
  'Error.isError',
  'Math.sumPrecise',
  'JSON.rawJSON',
  'Intl.Segmenter',
  'Intl.DurationFormat',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'URL.canParse',
  'URL.parse',
  'Response.json',
  'CSSStyleSheet.prototype.replaceSync',
  'CompressionStream',
  'DecompressionStream',
  'Document.prototype.startViewTransition',
  'Document.parseHTMLUnsafe',
  'Element.prototype.checkVisibility',
  'Element.prototype.moveBefore',
  'Element.prototype.setHTMLUnsafe',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'HTMLInputElement.prototype.showPicker',
  'HTMLScriptElement.supports',
  'HTMLSelectElement.prototype.showPicker',
  'CloseWatcher',
  'Highlight',
  'PerformanceElementTiming',
  'URLPattern',
  'navigation',
  'requestIdleCallback',
  'scheduler',
  'trustedTypes',
];

/** Runs in a page before its scripts, and removes these features. */
export function removeFeatures(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() as string;
    const owner = names.reduce<Record<string, never> | undefined>((object, name) => object?.[name], globalThis as never);
    if (owner) delete owner[last];
  }
  // Methods of the iterators of arrays and maps have no global name.
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  for (const name of Object.getOwnPropertyNames(iterator)) if (name !== 'constructor') delete iterator[name];
}
