import type { Make } from '#drawing/studio/make.ts';

/** Materials and colours of a shoe. */
export interface ShoeMake extends Make {
  style: string;
  lining: string;
  sole: string;
  lace: string;
}
