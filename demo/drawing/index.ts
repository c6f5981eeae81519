import { backpack } from './backpack.ts';
import { banner } from './banner.ts';
import { belt } from './belt.ts';
import { cap } from './cap.ts';
import { denims } from './denims.ts';
import { dress } from './dress.ts';
import { handbag } from './handbag.ts';
import { kurta } from './kurta.ts';
import { shirt } from './shirt.ts';
import { shoe } from './shoe.ts';
import { stole } from './stole.ts';
import type { Drawing, DrawingParams } from './studio.ts';
import { sunglasses } from './sunglasses.ts';
import { sweatshirt } from './sweatshirt.ts';
import { tShirt } from './t-shirt.ts';
import { wallet } from './wallet.ts';
import { watch } from './watch.ts';
import { womensFootwear } from './womens-footwear.ts';

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
