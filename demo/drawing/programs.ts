import type { DrawingParams } from '#drawing/studio/params.ts';
import { belt } from './accessories/belt/belt.ts';
import { cap } from './accessories/cap/cap.ts';
import { stole } from './accessories/stole/stole.ts';
import { sunglasses } from './accessories/sunglasses/sunglasses.ts';
import { wallet } from './accessories/wallet/wallet.ts';
import { backpack } from './bags/backpack/backpack.ts';
import { handbag } from './bags/handbag/handbag.ts';
import { banner } from './banners/banner.ts';
import { denims } from './clothes/denims/denims.ts';
import { dress } from './clothes/dress/dress.ts';
import { kurta } from './clothes/kurta.ts';
import { shirt } from './clothes/shirt.ts';
import { sweatshirt } from './clothes/sweatshirt.ts';
import { tShirt } from './clothes/t-shirt.ts';
import { shoe } from './footwear/shoe/shoe.ts';
import { womensFootwear } from './footwear/womens/womens-footwear.ts';
import type { Drawing } from './studio/studio.ts';
import { watch } from './watches/watch.ts';

/** The drawing programs by the kind that a pictures file names in `draw`. */
const drawings: Record<string, Drawing> = {
  backpack,
  banner,
  belt,
  cap,
  denims,
  dress,
  handbag,
  kurta,
  shirt,
  shoe,
  stole,
  sunglasses,
  sweatshirt,
  tShirt,
  wallet,
  watch,
  'womens-footwear': womensFootwear,
};

/** Draws one entry of a pictures file as an SVG document. Throws when no program draws such a thing. */
export function drawPicture(params: DrawingParams): string {
  const draw = drawings[String(params['draw'])];
  if (!draw) throw new Error(`No program draws "${params['draw']}"; there are ${Object.keys(drawings).join(', ')}`);
  return draw(params);
}
