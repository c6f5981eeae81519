/**
 * Bucket hats, seen from the front and from above.
 */

import { deep, seam, stitches } from '#drawing/studio/sewing.ts';
import { lit, mix } from '#drawing/studio/studio.ts';
import { emblem, eyelet } from './cloth.ts';

/** Colours and markings of a bucket hat. */
export interface BucketLook {
  colour: string;
  thread: string;
  band: string;
  emblem: string;
  emblemThread: string;
  patch: string;
}

/** A drawing with the outline for its light and its clip path. */
export interface Drawn {
  outline: string;
  body: string;
}

const cloth = (d: string, fill = 'url(#dye)'): string =>
  `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#print)"/><path d="${d}" fill="url(#cloth)"/>`;

/** The hat from the front: tip, crown band and the sloping brim with its rows of stitches. */
export function bucketFront(look: BucketLook): Drawn {
  const tip = 'M276 372C288 336 372 318 450 318C528 318 612 336 624 372C612 402 528 414 450 414C372 414 288 402 276 372Z';
  const crown =
    'M276 372C262 450 250 540 244 622C330 672 570 672 656 622C650 540 638 450 624 372C606 404 528 416 450 416C372 416 294 404 276 372Z';
  const brim =
    'M246 604C200 650 150 726 122 800C180 868 330 902 450 902C570 902 720 868 778 800C750 726 700 650 654 604C570 662 330 662 246 604Z';
  const under =
    'M122 800C130 826 140 838 158 848C260 916 640 916 742 848C760 838 770 826 778 800C720 868 570 902 450 902C330 902 180 868 122 800Z';
  const rows = Array.from({ length: 7 }, (_, i) => {
    const k = (i + 0.7) / 7.4;
    const left = 246 - 124 * k;
    const y = 606 + 196 * k;
    const sag = 58 + 88 * k;
    return `M${Math.round(left)} ${Math.round(y)}C${Math.round(left + 90)} ${Math.round(y + sag * 0.98)} ${Math.round(810 - left)} ${Math.round(y + sag * 0.98)} ${Math.round(900 - left)} ${Math.round(y)}`;
  }).join('');
  const ribbon = look.band
    ? `<path d="M249 562C330 612 570 612 651 562L656 622C570 672 330 672 244 622Z" fill="${look.band}"/><path d="M249 562C330 612 570 612 651 562L656 622C570 672 330 672 244 622Z" fill="url(#cloth)"/>${stitches('M249 570C330 620 570 620 651 570M245 614C330 664 570 664 655 614', look.thread, 1.5, '6 4')}`
    : '';
  const shade = deep(look.colour, 0.8);
  return {
    outline: `${tip}${crown}${brim}${under}`,
    body:
      `<path d="${under}" fill="${deep(look.colour, 0.5)}"/>${cloth(brim)}${stitches(rows, look.thread, 1.7, '8 5')}${seam('M208 660L168 838M692 660L732 838', look.colour, 1.4)}` +
      `${cloth(crown)}${ribbon}${cloth(tip, lit(look.colour, 0.14))}${seam('M276 372C288 402 372 416 450 416C528 416 612 402 624 372', look.colour, 2)}${stitches('M278 384C296 416 372 428 450 428C528 428 604 416 622 384M284 366C300 394 372 404 450 404C528 404 600 394 616 366', look.thread, 1.7, '7 4')}` +
      `${seam('M246 604C330 662 570 662 654 604', look.colour, 2)}${seam('M590 404C602 470 612 560 616 640', look.colour, 1.6)}${eyelet(316, 470, look.thread)}${eyelet(350, 484, look.thread)}` +
      emblem(look.emblem, 450, 522, 0.62, look.emblemThread, look.patch) +
      `<g clip-path="url(#shape)"><g filter="url(#soft)"><path d="M640 380C660 460 660 560 668 640L560 660C600 560 590 470 560 410Z" fill="${shade}" opacity=".34"/><path d="M300 400C286 470 280 540 280 610L340 626C330 540 336 470 350 414Z" fill="${lit(look.colour, 0.8)}" opacity=".32"/>` +
      `<path d="M240 612C330 676 570 676 660 612L676 640C580 720 320 720 224 640Z" fill="${shade}" opacity=".36"/><path d="M180 740C220 800 300 840 380 850L400 800C320 780 240 740 214 690Z" fill="${lit(look.colour, 0.85)}" opacity=".34"/>` +
      `<path d="M790 800C740 720 700 660 660 620L600 690C640 760 640 830 600 890Z" fill="${shade}" opacity=".42"/><path d="M470 690L500 890L540 884L500 690Z" fill="${shade}" opacity=".26"/><path d="M330 690L290 870L324 880L350 694Z" fill="${shade}" opacity=".24"/></g></g>`,
  };
}

/** The hat from above: the round tip in the middle of the stitched brim. */
export function bucketTop(look: BucketLook): Drawn {
  const oval = (rx: number, ry: number, cx = 450, cy = 600): string =>
    `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0Z`;
  const brim = oval(326, 318);
  const wall = oval(196, 190, 448, 596);
  const tip = oval(158, 152, 442, 586);
  const rows = [318, 300, 282, 264, 246, 228].map((n) => oval(n, n - 8)).join('');
  const shade = deep(look.colour, 0.8);
  return {
    outline: brim,
    body:
      `${cloth(brim)}${stitches(rows, look.thread, 1.7, '8 5')}${seam('M450 282V404M450 790V918', look.colour, 1.4)}` +
      `<g clip-path="url(#shape)"><path d="${wall}" fill="${shade}" opacity=".55" filter="url(#soft)" transform="translate(24 30)"/></g>${cloth(wall, mix(look.colour, deep(look.colour, 1), 0.12))}${seam(wall, look.colour, 1.6)}` +
      `${cloth(tip, lit(look.colour, 0.12))}${seam(tip, look.colour, 2)}${stitches(oval(148, 142, 442, 586) + oval(168, 162, 442, 587), look.thread, 1.7, '7 4')}${seam('M442 434V738', look.colour, 1.4)}`,
  };
}
