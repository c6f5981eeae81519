/** The front of each backpack style. */

import { printPaint } from '#drawing/studio/bag-prints.ts';
import { brandMark, buckle, dRing, loop, ring, rivet, turnLock, zip, zipPull } from '#drawing/studio/hardware.ts';
import { box, crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, shaded } from '#drawing/studio/studio.ts';
import type { PackMake, PackParts } from './make.ts';

/** Visible edges of the shoulder straps on both sides, and the grab handle. */
function peeping(make: PackMake, top: number, width = 250, low = 900): string {
  const { materials, colour, trim, thread } = make;
  const strap = (s: number): string =>
    materials.strap(
      `M${450 + s * (width - 80)} ${top + 70}C${450 + s * (width + 52)} ${top + 190} ${450 + s * (width + 62)} ${low - 220} ${450 + s * (width - 30)} ${low}`,
      46,
      shaded(colour, 0.28),
      '',
      'nylon',
    );
  return (
    strap(-1) +
    strap(1) +
    materials.strap(
      `M394 ${top + 16}C394 ${top - 54} 420 ${top - 64} 450 ${top - 64}S506 ${top - 54} 506 ${top + 16}`,
      26,
      trim,
      thread,
      'nylon',
    )
  );
}

/** A cut patch with the brand mark. */
function patch(make: PackMake, x: number, y: number, colour = make.trim): string {
  const d = box(x - 36, y - 26, 72, 52, 6);
  return (
    make.materials.panel(d, colour, { round: 6 }) +
    `<path d="${box(x - 30, y - 20, 60, 40, 4)}" fill="none" stroke="${make.thread}" stroke-width="1.5" stroke-dasharray="5 4"/>` +
    brandMark(x, y, 22, lit(colour, 0.55))
  );
}

/** Light on the upper left and shade on the lower right of a full body. */
const body3d = (make: PackMake): string =>
  make.materials.glow(320, 500, 150, 260, '#fff8ea', 0.24, 6) + make.materials.glow(670, 860, 120, 260, '#0b0d14', 0.26);

/** A rolled and buckled top over a tall body. Detail `zip` adds a long front zip, otherwise a bellows pocket. */
export function rolltop(make: PackMake): PackParts {
  const { materials, colour, trim, thread, surface } = make;
  const outline = 'M226 330Q450 306 674 330L706 960Q708 1050 640 1058Q450 1074 260 1058Q192 1050 194 960z';
  const roll =
    'M212 250Q208 218 244 214Q450 190 656 214Q692 218 688 250L684 322Q682 350 652 350Q450 328 248 350Q218 350 216 322z';
  const folds =
    crease('M300 360C310 470 280 560 240 640', 44, 0.6) +
    crease('M600 360C590 480 630 560 664 640', 44, 0.6) +
    crease('M250 900C320 960 400 980 470 980', 50, 0.35);
  const strap = (x: number): string =>
    materials.strap(`M${x} 206C${x - 2} 300 ${x} 400 ${x} 520`, 40, trim, thread) +
    buckle(materials, make.metal, x, 430, 60, 46) +
    rivet(materials, make.metal, x, 500, 7);
  const pocket =
    make.detail === 'zip'
      ? zip(materials, make.metal, 'M292 560H608', trim, 26) +
        zipPull(materials, make.metal, 560, 560, trim, -6, 64) +
        stitches('M270 536H630M270 584H630', thread, 2.2) +
        materials.panel(box(212, 840, 476, 60, 4), trim, { surface: 'nylon', round: 12 }) +
        stitches('M214 850H686M214 890H686', thread, 2)
      : `<path d="${box(272, 640, 356, 350, 30)}" fill="#0b0d14" opacity=".28" transform="translate(6 12)"/>` +
        materials.panel(box(272, 650, 356, 340, 30), colour, {
          surface,
          round: 34,
          inside: materials.glow(360, 780, 120, 120, '#fff8ea', 0.26),
        }) +
        stitches(box(286, 664, 328, 312, 22), thread, 2.2) +
        materials.panel('M262 640h376v96q0 26-28 26H290q-28 0-28-26z', colour, { surface, round: 24 }) +
        stitches('M274 646v88q0 16 18 16h316q18 0 18-16v-88', thread, 2.2) +
        materials.strap('M450 724V830', 44, trim, thread) +
        buckle(materials, make.metal, 450, 790, 62, 44);
  const front =
    materials.panel(outline, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 58,
      inside: folds + body3d(make),
    }) +
    materials.panel('M196 930Q450 950 704 930L706 960Q708 1050 640 1058Q450 1074 260 1058Q192 1050 194 960z', trim, {
      surface: 'leather',
      round: 26,
    }) +
    stitches('M197 942Q450 962 703 942', thread, 2.2) +
    pocket +
    `<path d="${roll}" fill="#0b0d14" opacity=".3" transform="translate(2 16)"/>` +
    materials.panel(roll, lit(colour, 0.05), {
      surface,
      round: 40,
      inside: crease('M226 284Q450 258 674 284', 26, 0.7) + materials.glow(330, 250, 170, 50, '#fff8ea', 0.4),
    }) +
    `<path d="M214 262q14 22 0 52M686 262q-14 22 0 52" fill="none" stroke="${shaded(colour, 0.6)}" stroke-width="5"/>` +
    strap(320) +
    strap(580) +
    patch(make, 450, 470);
  return {
    behind: peeping(make, 220, 250, 930),
    front,
    outline:
      'M212 250Q208 218 244 214Q450 190 656 214Q692 218 688 250L706 960Q708 1050 640 1058Q450 1074 260 1058Q192 1050 194 960z',
    focus: [360, 440],
  };
}

/** A classic daypack: arched zip, front pocket, side pockets. Detail `diamond` adds a lash tab and a contrast base, `bungee` a cord. */
export function daypack(make: PackMake): PackParts {
  const { materials, colour, trim, thread, surface } = make;
  const outline =
    'M204 480C204 300 300 226 450 226S696 300 696 480L708 950Q710 1052 620 1060Q450 1072 280 1060Q190 1052 192 950z';
  const arch = 'M232 720C226 640 224 560 228 480C232 340 316 262 450 262S668 340 672 480C676 560 674 640 668 720';
  const pocket = 'M258 700Q258 652 306 650H594Q642 652 642 700L646 960Q644 1012 596 1014H304Q256 1012 254 960z';
  const side = (s: number): string =>
    materials.panel(
      `M${450 + s * 248} 760Q${450 + s * 296} 770 ${450 + s * 292} 830L${450 + s * 286} 990Q${450 + s * 270} 1040 ${450 + s * 226} 1046z`,
      shaded(colour, s > 0 ? 0.3 : 0.12),
      { surface: 'mesh', round: 16 },
    );
  const extra =
    make.detail === 'diamond'
      ? materials.panel('M450 500l46 46-46 46-46-46z', trim, { surface: 'leather', round: 8 }) +
        `<path d="M432 538v22M468 538v22" stroke="#15130f" stroke-width="9" stroke-linecap="round"/>` +
        stitches('M450 510l36 36-36 36-36-36z', thread, 2)
      : make.detail === 'bungee'
        ? `<path d="M316 470L584 560L316 620M584 470L316 560L584 620" transform="translate(5 7)" fill="none" stroke="#0b0d14" stroke-opacity=".3" stroke-width="9"/><path d="M316 470L584 560L316 620M584 470L316 560L584 620" fill="none" stroke="${make.second}" stroke-width="8"/><path d="M316 470L584 560L316 620M584 470L316 560L584 620" fill="none" stroke="${lit(make.second, 0.6)}" stroke-width="8" stroke-dasharray="3 9"/>` +
          [470, 540, 620]
            .map(
              (y) =>
                `<rect x="298" y="${y - 16}" width="26" height="32" rx="5" fill="${trim}"/><rect x="576" y="${y - 16}" width="26" height="32" rx="5" fill="${shaded(trim, 0.3)}"/>`,
            )
            .join('')
        : patch(make, 450, 440);
  const print = printPaint(materials, make.print, thread);
  const front =
    materials.panel(outline, colour, {
      surface,
      print,
      round: 60,
      inside:
        body3d(make) +
        crease('M262 520C300 560 330 600 350 640', 40, 0.35) +
        crease('M640 500C610 560 580 600 560 640', 40, 0.35),
    }) +
    (make.detail === 'diamond'
      ? materials.panel('M194 900Q450 920 706 900L708 950Q710 1052 620 1060Q450 1072 280 1060Q190 1052 192 950z', trim, {
          surface: 'suede',
          round: 30,
        }) + stitches('M195 912Q450 932 705 912', thread, 2.2)
      : '') +
    stitches('M212 720C208 640 208 560 210 484C216 326 304 244 450 244S684 326 690 484C692 560 692 640 688 720', thread, 2.2) +
    zip(materials, make.metal, arch, trim, 28) +
    extra +
    `<path d="${pocket}" fill="#0b0d14" opacity=".3" transform="translate(4 10)"/>` +
    materials.panel(pocket, make.second, {
      surface,
      print,
      round: 40,
      inside: materials.glow(340, 780, 210, 170, '#fff8ea', 0.17) + materials.glow(600, 950, 100, 100, '#0b0d14', 0.22),
    }) +
    zip(materials, make.metal, 'M266 742C262 690 276 676 312 676H588C624 676 638 690 634 742', trim, 24) +
    stitches('M274 770L272 956Q274 994 310 996H590Q626 994 628 956L626 770', thread, 2.2) +
    brandMark(450, 880, 34, lit(make.second, 0.35), 0.8);
  return {
    behind: peeping(make, 236, 250, 930) + side(-1) + side(1),
    front,
    outline,
    focus: [560, 640],
  };
}

/** A slim office pack with upright lines. Detail `band` adds a leather strap across, otherwise a vertical welt pocket. */
export function laptopPack(make: PackMake): PackParts {
  const { materials, colour, trim, thread, surface } = make;
  const outline = 'M214 340Q214 238 316 236H584Q686 238 686 340L690 980Q688 1058 606 1062H294Q212 1058 210 980z';
  const front =
    materials.panel(outline, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 50,
      inside: body3d(make),
    }) +
    zip(materials, make.metal, 'M234 760V350Q234 258 322 256H578Q666 258 666 350V760', trim, 22) +
    materials.panel('M262 420Q262 288 330 286H570Q638 288 638 420L642 980Q640 1036 588 1038H312Q260 1036 258 980z', colour, {
      surface,
      round: 30,
      inside: materials.glow(340, 480, 180, 280, '#fff8ea', 0.17),
    }) +
    stitches('M276 424Q276 302 334 300H566Q624 302 624 424L628 976Q626 1022 584 1024H316Q274 1022 272 976z', thread, 2) +
    materials.panel('M258 800Q450 812 642 800L642 980Q640 1036 588 1038H312Q260 1036 258 980z', make.second, {
      surface: surface === 'nylon' ? 'leather' : surface,
      round: 24,
    }) +
    stitches('M260 814Q450 826 640 814', thread, 2.2) +
    (make.detail === 'band'
      ? materials.panel(box(258, 560, 386, 64, 6), trim, { surface: 'leather', round: 12 }) +
        stitches('M262 570H640M262 614H640', thread, 2) +
        turnLock(materials, make.metal, 450, 592, 0.8) +
        brandMark(450, 430, 40, lit(colour, 0.4), 0.8)
      : `<path d="M566 400V720" stroke="#0b0d14" stroke-opacity=".35" stroke-width="40"/>` +
        zip(materials, make.metal, 'M566 400V720', shaded(colour, 0.3), 20) +
        zipPull(materials, make.metal, 566, 424, trim, 0, 62) +
        brandMark(340, 380, 36, lit(colour, 0.4), 0.8)) +
    zipPull(materials, make.metal, 234, 640, trim, 0, 58);
  return { behind: peeping(make, 244, 236, 950), front, outline, focus: [510, 560] };
}

/** A canvas rucksack: drawcord mouth under a long flap, two buckled belts, side pockets. */
export function rucksack(make: PackMake): PackParts {
  const { materials, colour, trim, thread, surface } = make;
  const outline = 'M232 350Q450 318 668 350L704 960Q706 1052 630 1060Q450 1072 270 1060Q194 1052 196 960z';
  const flap =
    'M222 330Q222 256 300 252Q450 240 600 252Q678 256 678 330L690 610Q690 650 650 654Q450 668 250 654Q210 650 210 610z';
  const print = printPaint(materials, make.print, make.second);
  const pouch = (s: number): string =>
    materials.panel(
      `M${450 + s * 236} 700Q${450 + s * 310} 706 ${450 + s * 312} 770L${450 + s * 310} 960Q${450 + s * 300} 1010 ${450 + s * 244} 1014z`,
      shaded(colour, s > 0 ? 0.22 : 0.02),
      { surface, round: 26 },
    ) +
    materials.panel(
      `M${450 + s * 232} 690Q${450 + s * 316} 692 ${450 + s * 320} 780L${450 + s * 236} 790z`,
      s > 0 ? shaded(trim, 0.2) : trim,
      { round: 12 },
    );
  const belt = (x: number): string =>
    materials.strap(`M${x} 470V800`, 46, trim, thread) +
    `<path d="M${x - 23} 798h46v22q-23 26-46 0z" fill="${materials.tone(trim)}" stroke="${shaded(trim, 0.5)}"/>` +
    buckle(materials, make.metal, x, 716, 68, 50) +
    `<circle cx="${x}" cy="776" r="4" fill="#15130f"/>` +
    rivet(materials, make.metal, x, 492, 7);
  const front =
    materials.panel(outline, colour, {
      surface,
      round: 60,
      inside:
        body3d(make) + crease('M300 660C280 760 250 840 224 900', 50, 0.5) + crease('M600 660C620 760 650 840 676 900', 50, 0.5),
    }) +
    `<path d="${box(280, 726, 340, 280, 30)}" fill="#0b0d14" opacity=".24" transform="translate(4 10)"/>` +
    materials.panel(box(280, 726, 340, 280, 30), colour, { surface, round: 34 }) +
    stitches(box(294, 740, 312, 252, 22), thread, 2.2) +
    `<path d="${flap}" fill="#0b0d14" opacity=".32" transform="translate(4 16)"/>` +
    materials.panel(flap, colour, {
      surface,
      print,
      round: 48,
      inside:
        materials.glow(330, 420, 170, 130, '#fff8ea', 0.34) +
        materials.glow(630, 580, 120, 110, '#0b0d14', 0.2) +
        crease('M226 320Q450 296 674 320', 40, 0.4),
    }) +
    stitches('M236 340L226 606Q226 636 252 638Q450 652 648 638Q674 636 674 606L664 340', thread) +
    belt(330) +
    belt(570) +
    patch(make, 450, 420);
  return {
    behind: peeping(make, 262, 240, 930) + pouch(-1) + pouch(1),
    front,
    outline:
      'M222 330Q222 256 300 252Q450 240 600 252Q678 256 678 330L704 960Q706 1052 630 1060Q450 1072 270 1060Q194 1052 196 960z',
    focus: [390, 680],
    yoke: 270,
  };
}

/** A small leather backpack with a curved flap and a turn lock. */
export function miniPack(make: PackMake): PackParts {
  const { materials, colour, trim, thread, surface } = make;
  const outline =
    'M226 470C226 360 300 316 450 316S674 360 674 470L700 940Q702 1046 620 1054Q450 1068 280 1054Q198 1046 200 940z';
  const flap = 'M218 470C216 346 300 296 450 296S684 346 682 470C684 600 620 706 450 714S216 600 218 470z';
  const front =
    materials.panel(outline, colour, { surface, round: 60, inside: body3d(make) }) +
    stitches('M216 940Q218 1030 286 1038Q450 1052 614 1038Q682 1030 684 940', thread, 2.2) +
    materials.panel('M270 780Q450 800 630 780L636 980Q450 1004 264 980z', colour, { surface, round: 26 }) +
    zip(materials, make.metal, 'M274 800Q450 820 626 800', trim, 22) +
    zipPull(materials, make.metal, 590, 804, trim, -8, 62) +
    `<path d="${flap}" fill="#0b0d14" opacity=".32" transform="translate(4 16)"/>` +
    materials.panel(flap, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 50,
      inside: materials.glow(340, 430, 230, 170, '#fff8ea', 0.3, -12) + materials.glow(620, 620, 110, 110, '#0b0d14', 0.22),
    }) +
    stitches('M234 470C232 360 310 312 450 312S668 360 666 470C668 590 606 690 450 698S232 590 234 470z', thread) +
    materials.panel('M414 640h72v96q-36 26-72 0z', trim, { round: 10 }) +
    turnLock(materials, make.metal, 450, 694, 0.78) +
    `<g transform="translate(0 8)">${softLine('M300 760Q450 776 600 760', '#0b0d14', 26, 0.3)}</g>`;
  return {
    behind:
      peeping(make, 320, 240, 920) +
      ring(materials, make.metal, 450, 268, 18, 6) +
      dRing(materials, make.metal, 204, 900, 40, 36) +
      loop(materials, make.metal, 206, 640, 50, 28, 6),
    front,
    outline,
    focus: [450, 640],
    yoke: 330,
  };
}
