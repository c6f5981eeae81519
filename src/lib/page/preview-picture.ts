const raster = /\.(?:jpe?g|png|webp|gif)$/i;

/** The first picture that link previews and shopping feeds can draw; drawings (SVG) are none. */
export const previewPicture = (references: (string | undefined)[]): string | undefined =>
  references.find((reference) => raster.test(reference?.split(/[?#]/, 1)[0] ?? ''));
