/** Laced sports uppers in side view: court sneaker, canvas plimsoll, running shoe. */
import { brandMark, eyelet } from '#drawing/studio/hardware.ts';
import { crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';
import type { ShoeMake } from './make.ts';
import { cupSole, foxing, runningSole } from './soles.ts';

/** Flat laces: from each eyelet over the throat to the far side, and a bow at the top. */
export function laces(
  make: ShoeMake,
  from: [number, number],
  to: [number, number],
  count: number,
  reach: [number, number],
  width = 13,
  bow = true,
): string {
  const { materials, lace } = make;
  let out = '';
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1);
    const x = from[0] + (to[0] - from[0]) * t;
    const y = from[1] + (to[1] - from[1]) * t;
    const bar = `M${r(x)} ${r(y)}q${r(reach[0] * 0.3)} ${r(reach[1] * 0.9)} ${reach[0]} ${reach[1]}`;
    out +=
      `<path d="${bar}" transform="translate(3 6)" fill="none" stroke="#0b0d14" stroke-opacity=".3" stroke-width="${width}"/>` +
      `<path d="${bar}" fill="none" stroke="${shaded(lace, 0.3)}" stroke-width="${width}" stroke-linecap="round"/>` +
      `<path d="${bar}" fill="none" stroke="${lit(lace, 0.12)}" stroke-width="${width - 3}" stroke-linecap="round"/>` +
      `<path d="${bar}" fill="none" stroke="${shaded(lace, 0.35)}" stroke-opacity=".5" stroke-width="${width - 4}" stroke-dasharray="1.5 4"/>`;
  }
  if (!bow) return out;
  const [x, y] = [to[0] + reach[0] * 0.4, to[1] + reach[1] * 0.6];
  const curl = `M${x} ${y}c34 -10 66 10 54 34c-12 18 -42 -4 -54 -34c-8 40 -24 66 -52 84M${x} ${y}c20 34 30 66 24 104`;
  return (
    out +
    `<path d="${curl}" transform="translate(5 8)" fill="none" stroke="#0b0d14" stroke-opacity=".22" stroke-width="9"/>` +
    materials.strap(curl, 9, lit(lace, 0.08))
  );
}

/** Eyelets along a line. */
export const eyelets = (make: ShoeMake, from: [number, number], to: [number, number], count: number, size = 8): string =>
  Array.from({ length: count }, (_, i) =>
    eyelet(
      make.materials,
      make.metal,
      from[0] + ((to[0] - from[0]) * i) / (count - 1),
      from[1] + ((to[1] - from[1]) * i) / (count - 1),
      size,
    ),
  ).join('');

/** Rows of punched holes. */
const punched = (rows: [number, number, number][]): string =>
  rows
    .map(([x, y, n]) =>
      Array.from(
        { length: n },
        (_, i) => `<circle cx="${x + i * 17}" cy="${r(y - i * 3.5)}" r="3.4" fill="#0b0d14" opacity=".5"/>`,
      ).join(''),
    )
    .join('');

/** A court sneaker. Details: `bands` (two woven side bands), `panel` (suede overlays), or perforated and plain. */
export function sneaker(make: ShoeMake): string {
  const { materials, colour, second, surface, thread } = make;
  const upper =
    'M68 760C60 712 82 678 132 663C182 650 242 650 292 634C372 606 452 558 532 512L600 500C614 556 640 586 692 592C742 596 778 574 798 546C810 530 834 534 840 554C848 604 844 660 850 760z';
  const tongue = 'M430 574C490 536 528 500 548 476C570 454 610 462 616 492C622 530 632 560 654 584L560 620z';
  const eyestay =
    'M296 640C372 612 452 562 536 508C556 502 584 512 588 532C570 584 520 618 474 646C420 674 352 694 316 694C296 690 286 664 296 640z';
  const toe = 'M68 760C60 712 82 678 132 663C156 657 182 655 204 652C240 684 254 724 258 760z';
  const heel = 'M850 760C846 700 846 652 842 606C800 612 764 640 744 680C732 706 728 734 728 760z';
  const tab = 'M786 562C798 530 834 530 840 554L844 616C822 622 802 612 786 598z';
  const bands = 'M470 650L560 752M506 632L606 752';
  const side =
    make.detail === 'bands'
      ? `<path d="${bands}" stroke="${shaded(second, 0.4)}" stroke-width="27"/><path d="${bands}" stroke="${second}" stroke-width="24"/><path d="${bands}" stroke="${lit(second, 0.5)}" stroke-width="24" stroke-dasharray="2 5" stroke-opacity=".5"/>`
      : make.detail === 'panel'
        ? materials.panel(
            'M258 760C262 716 300 694 352 694C440 690 520 640 560 600C580 640 640 664 700 660C716 690 728 720 728 760z',
            second,
            { surface: 'suede', round: 16 },
          ) + stitches('M270 752C276 722 306 706 356 704C440 700 516 656 558 616C588 650 640 674 694 672', thread, 2, '6 5')
        : punched([
            [176, 686, 5],
            [190, 702, 5],
            [206, 718, 4],
          ]) + brandMark(618, 690, 42, shaded(colour, 0.35), 0.7);
  return (
    materials.panel(tongue, lit(make.lining, 0.1), { surface: 'mesh', round: 16 }) +
    materials.panel(upper, colour, {
      surface,
      round: 44,
      inside:
        materials.glow(200, 690, 130, 50, '#fff8ea', 0.5, -14) +
        materials.glow(640, 690, 170, 80, '#fff8ea', 0.22) +
        crease('M290 700C320 716 340 736 346 760', 22, 0.5) +
        crease('M250 690C280 704 296 724 300 750', 18, 0.35),
    }) +
    side +
    materials.panel(toe, make.detail === 'panel' ? second : colour, {
      surface: make.detail === 'panel' ? 'suede' : surface,
      round: 22,
      inside: materials.glow(130, 694, 60, 34, '#fff8ea', 0.5, -20),
    }) +
    stitches('M212 658C248 690 266 726 270 756', thread, 2, '6 5') +
    (make.detail
      ? ''
      : punched([
          [120, 706, 6],
          [132, 722, 6],
          [146, 738, 5],
        ])) +
    materials.panel(heel, make.detail === 'bands' ? second : colour, { surface, round: 20 }) +
    stitches('M838 618C802 624 772 648 754 684C742 708 738 734 738 756', thread, 2, '6 5') +
    materials.panel(
      'M604 512C614 556 640 586 692 592C742 596 778 574 796 548L816 572C796 612 748 632 700 628C640 624 596 592 580 546z',
      lit(make.lining, 0.08),
      { surface: 'mesh', round: 18 },
    ) +
    materials.panel(tab, second, { surface, round: 12 }) +
    materials.panel(eyestay, colour, { surface, round: 14 }) +
    stitches('M306 648C376 624 456 576 538 520M322 684C356 682 414 664 468 636C512 610 556 578 574 540', thread, 2, '6 5') +
    eyelets(make, [328, 654], [560, 536], 6, 7) +
    laces(make, [328, 654], [560, 536], 6, [-24, -32]) +
    cupSole(make)
  );
}

/** A canvas plimsoll with a rubber toe cap. */
export function plimsoll(make: ShoeMake): string {
  const { materials, colour, thread } = make;
  const upper =
    'M66 764C58 720 78 690 130 674C184 660 244 656 296 638C376 606 452 556 524 516L590 512C610 566 640 600 694 604C744 606 782 578 806 552C818 544 832 548 836 562C842 620 840 700 846 764z';
  const cap = 'M62 770C54 716 82 684 134 672C150 668 166 666 180 666C212 692 224 732 226 772z';
  const eyestay =
    'M284 644C372 610 452 560 530 514C548 510 574 520 578 538C560 588 516 616 468 644C416 676 350 704 300 706C276 690 272 660 284 644z';
  return (
    materials.panel(
      'M430 580C490 540 524 506 544 488C566 470 600 480 606 508C612 540 630 568 650 590L560 630z',
      lit(colour, 0.14),
      {
        surface: 'canvas',
        round: 14,
      },
    ) +
    materials.panel(upper, colour, {
      surface: 'canvas',
      round: 40,
      inside:
        crease('M270 716C300 724 322 740 330 764', 24, 0.6) +
        crease('M560 620C600 660 640 700 650 756', 34, 0.4) +
        materials.glow(650, 690, 150, 70, '#fff8ea', 0.22),
    }) +
    materials.panel('M846 764C842 716 842 680 838 620C812 628 790 640 778 668C768 700 766 736 766 764z', make.second, {
      surface: 'canvas',
      round: 14,
    }) +
    stitches('M834 632C812 638 796 650 788 672C780 700 778 734 778 760', thread, 2, '6 5') +
    stitches('M590 524C610 580 640 614 694 618C744 620 782 594 818 562M300 720C420 708 520 650 576 560', thread, 2, '6 5') +
    materials.panel(cap, make.sole, { round: 20, inside: materials.glow(124, 700, 60, 34, '#ffffff', 0.6, -20) }) +
    materials.panel(eyestay, colour, { surface: 'canvas', round: 12 }) +
    stitches('M296 652C376 622 456 572 532 526M308 694C352 690 410 668 462 634C508 606 548 578 566 544', thread, 2, '6 5') +
    eyelets(make, [318, 664], [552, 540], 7, 7) +
    laces(make, [318, 664], [552, 540], 7, [-22, -32], 12) +
    `<circle cx="690" cy="676" r="30" fill="${make.sole}" stroke="${shaded(make.sole, 0.4)}"/>${brandMark(690, 676, 30, make.second)}` +
    foxing(make)
  );
}

/** A running shoe of knitted mesh with welded overlays. Detail `cage` replaces the side sweep with three side straps. */
export function runner(make: ShoeMake): string {
  const { materials, colour, second } = make;
  const upper =
    'M58 756C52 700 90 664 150 648C210 634 262 622 310 600C384 564 452 520 528 474L598 462C612 520 642 556 696 558C744 558 776 530 796 490C808 470 836 468 842 492C850 560 836 620 854 720L854 756z';
  const sweep = 'M300 752C420 740 520 690 566 600C576 576 580 552 584 540L612 580C606 660 560 720 470 756z';
  const cage = 'M420 740L500 556M510 740L548 540M610 736L584 560';
  return (
    materials.panel(
      'M430 544C490 500 520 470 536 440C552 410 596 412 608 440C618 480 636 520 660 556L560 600z',
      shaded(colour, 0.12),
      { surface: 'mesh', round: 16 },
    ) +
    materials.panel(upper, colour, {
      surface: 'mesh',
      round: 44,
      inside:
        materials.glow(210, 672, 150, 50, '#fff8ea', 0.4, -16) +
        materials.glow(680, 660, 150, 70, '#fff8ea', 0.25) +
        crease('M280 664C320 690 340 716 346 744', 24, 0.45),
    }) +
    materials.panel('M58 756C52 704 84 668 140 651C130 690 150 726 240 752z', second, { round: 14 }) +
    (make.detail === 'cage'
      ? `<path d="${cage}" transform="translate(5 5)" stroke="#0b0d14" stroke-opacity=".25" stroke-width="20"/><path d="${cage}" stroke="${second}" stroke-width="19" stroke-linecap="round"/><path d="${cage}" transform="translate(-4 0)" stroke="${lit(second, 0.45)}" stroke-width="4" stroke-linecap="round"/>`
      : materials.panel(sweep, second, { round: 14 }) + softLine('M330 746C440 728 530 676 580 590', '#fff8ea', 10, 0.5)) +
    materials.panel('M854 740C838 650 848 600 844 560C790 580 748 626 716 690C704 716 690 730 676 740z', second, {
      round: 22,
      inside: materials.glow(770, 650, 40, 80, '#fff8ea', 0.3, 20),
    }) +
    materials.panel(
      'M602 476C614 522 642 556 696 558C744 558 776 530 796 490L818 516C800 562 752 596 704 594C640 590 600 556 582 512z',
      shaded(colour, 0.2),
      { surface: 'mesh', round: 16 },
    ) +
    materials.strap('M834 478C862 470 872 500 848 526', 16, second) +
    materials.panel(
      'M304 608C384 570 456 524 532 472C552 466 572 482 574 498C556 548 516 584 470 614C420 642 350 668 320 664C300 656 294 624 304 608z',
      colour,
      { round: 14 },
    ) +
    eyelets(make, [332, 632], [550, 500], 6, 6) +
    laces(make, [332, 632], [550, 500], 6, [-24, -30], 11) +
    brandMark(560, 452, 24, lit(colour, 0.5)) +
    runningSole(make)
  );
}
