/** Closes a side menu or sheet when the focus leaves it, so that the focus is never hidden behind it. */
for (const side of document.querySelectorAll<HTMLElement>('.side-menu, .filters')) {
  side.addEventListener('focusout', ({ relatedTarget }) => {
    // A press beside a field focuses what is around the side.
    if (relatedTarget instanceof Node && !side.contains(relatedTarget) && !relatedTarget.contains(side)) side.hidePopover?.();
  });
}

// `:is`: browsers without popovers throw at a selector that they do not know.
/** Closes open popovers before leaving, so that a page restored from the back/forward cache is not covered. */
addEventListener('pagehide', () => {
  for (const side of document.querySelectorAll<HTMLElement>(':is(:popover-open)')) side.hidePopover?.();
});
