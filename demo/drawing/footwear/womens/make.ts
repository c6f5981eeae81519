import type { Make } from '#drawing/studio/make.ts';

/** Materials and colours of a piece of women's footwear. */
export interface FootwearMake extends Make {
  style: string;
  lining: string;
  sole: string;
  print: string;
}
