/** A viewport of the screenshots, and the width of its column on the contact sheets, in pixels. */
interface Viewport {
  width: number;
  height: number;
  columnWidth: number;
}

export const viewports: readonly Viewport[] = [
  { width: 360, height: 800, columnWidth: 220 },
  { width: 768, height: 1024, columnWidth: 340 },
  { width: 1440, height: 900, columnWidth: 600 },
];
