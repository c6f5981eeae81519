/** The package has no types of its own. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'truetype' | 'woff' | 'woff2';
    /** OpenType features that are kept; all by default. */
    keepFeatures?: readonly string[];
    /** The part of each axis that is kept. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>;
  }
  export default function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Buffer>;
}
