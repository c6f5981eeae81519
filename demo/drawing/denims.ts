/**
 * Denim: jeans, shorts and jackets in several cuts and washes, laid flat.
 */

import { drawJacket } from './denims-jacket.ts';
import { drawJeans } from './denims-jeans.ts';
import { text } from './haberdashery.ts';
import type { Drawing } from './studio.ts';

/**
 * Draws a denim garment. `garment` is jeans, shorts or jacket; `view` is front, back or detail; `colour`, `thread` and
 * `fade` (0–1) set the wash; `cut` (slim, straight, wide, tapered, boot, shorts) sets the shape of jeans.
 */
export const denims: Drawing = (params) =>
  text(params, 'garment', 'jeans') === 'jacket' ? drawJacket(params) : drawJeans(params);
