/** Pixels that the JPEG of a drawing has at most; it fills one of them. */
const MOST = { width: 1200, height: 1600 } as const;

export interface PixelSize {
  width: number;
  height: number;
}

/** The size in pixels that a drawing of this size or shape has as JPEG: the largest of its shape within 1200 × 1600. */
export function drawingJpegSize({ width, height }: PixelSize): PixelSize {
  const scale = Math.min(MOST.width / width, MOST.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const drawing = /^\/media\/[0-9a-f]{24}\.svg$/;

/**
 * Where the JPEG of one of the shop's own drawings stands, made by the host when it is first asked for: link previews and shopping
 * feeds read no SVG. Undefined for the address of anything else.
 */
export const drawingJpegPath = (src: string): string | undefined => (drawing.test(src) ? `${src}.jpg` : undefined);
