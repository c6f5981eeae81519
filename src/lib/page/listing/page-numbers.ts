/** Page numbers for the pagination: first, last, and those around the current page; 0 marks a gap. */
export function listPageNumbers(current: number, last: number): number[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, i) => (i > 0 && page - (pages[i - 1] ?? 0) > 1 ? [0, page] : [page]));
}
