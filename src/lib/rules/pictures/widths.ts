/** Widths in pixels in which every raster picture is stored; a narrower one has the smaller widths and its own. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;

/** Stored widths of a raster picture whose original is `originalWidth` pixels wide, narrowest first. */
export const pictureWidths = (originalWidth: number): number[] => {
  const widest = Math.min(originalWidth, PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] as number);
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
};
