/** Leather uppers in side view: derby, loafer, chelsea boot. */
import { metal } from '#drawing/studio/hardware.ts';
import { crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';
import type { ShoeMake } from './make.ts';
import { driverSole, weltedSole } from './soles.ts';
import { eyelets, laces } from './sport-uppers.ts';

/** The highlight of a smooth leather toe. */
const polish = (make: ShoeMake): string =>
  make.surface === 'suede'
    ? make.materials.glow(180, 704, 110, 40, '#fff8ea', 0.25, -14)
    : make.materials.glow(176, 706, 130, 36, '#fff8ea', 0.55, -14) + make.materials.glow(150, 700, 60, 14, '#ffffff', 0.7, -18);

/** Brogue holes along a curve given by points. */
function holes(points: [number, number][]): string {
  let out = '';
  points.slice(1).forEach(([x, y], i) => {
    const [px, py] = points[i] as [number, number];
    const n = Math.max(1, Math.round(Math.hypot(x - px, y - py) / 13));
    for (let k = 0; k < n; k++)
      out += `<circle cx="${r(px + ((x - px) * k) / n)}" cy="${r(py + ((y - py) * k) / n)}" r="${k % 2 ? 2.2 : 3.6}"/>`;
  });
  return `<g fill="#0b0d14" opacity=".6">${out}</g>`;
}

/** A derby with open lacing. Details: `cap` (toe cap), `wing` (wing-tip brogue) or plain. */
export function derby(make: ShoeMake): string {
  const { materials, colour, thread, surface } = make;
  const upper =
    'M66 770C58 728 82 698 140 680C204 662 276 656 336 632C396 606 440 572 486 540L560 530C584 572 622 592 668 594C724 594 768 570 802 540C818 530 830 536 834 552C848 620 838 700 846 766C700 788 300 804 66 770z';
  const facing =
    'M392 700C372 680 372 650 396 622C430 588 462 560 500 532C520 520 552 516 562 532C586 572 622 596 668 598C724 598 770 574 804 544L836 556C848 620 838 700 846 770H520C500 740 450 712 392 700z';
  const wing = 'M66 770C58 728 82 698 140 680C176 670 214 664 246 660C252 684 268 690 286 686C300 716 380 744 470 752L520 770z';
  const toe =
    make.detail === 'cap'
      ? materials.panel('M66 770C58 728 82 698 140 680C164 673 190 669 212 666C240 696 250 736 252 778z', colour, {
          surface,
          round: 26,
          inside: polish(make),
        }) + stitches('M218 666C246 696 258 736 260 776M226 665C254 696 266 736 268 776', thread, 1.8, '5 4')
      : make.detail === 'wing'
        ? materials.panel(wing, colour, { surface, round: 22, inside: polish(make) }) +
          holes([
            [248, 668],
            [258, 690],
            [284, 696],
            [310, 716],
            [380, 738],
            [466, 750],
          ]) +
          holes([
            [150, 704],
            [166, 696],
            [182, 704],
            [168, 716],
            [150, 704],
          ]) +
          stitches('M244 668C252 692 268 698 284 694C300 722 380 752 470 760', thread, 1.8, '5 4')
        : '';
  return (
    materials.panel(
      'M430 600C470 560 498 526 512 506C532 488 566 494 574 520C584 556 612 586 650 598L560 640z',
      shaded(colour, 0.1),
      { surface, round: 16 },
    ) +
    materials.panel(upper, colour, {
      surface,
      round: 46,
      inside:
        polish(make) + crease('M318 664C340 700 346 730 344 766', 24, 0.7) + crease('M280 676C304 706 310 736 308 766', 20, 0.5),
    }) +
    toe +
    materials.panel(facing, colour, {
      surface,
      round: 28,
      inside:
        materials.glow(620, 670, 170, 60, '#fff8ea', 0.3) + softLine('M520 640C580 690 700 700 780 680', '#0b0d14', 40, 0.25),
    }) +
    stitches(
      'M398 692C384 676 386 652 406 630C436 598 468 568 504 542C522 532 542 530 552 540C578 584 620 608 668 610C726 610 774 586 808 556M406 702C456 716 506 742 528 768',
      thread,
      1.8,
      '5 4',
    ) +
    (make.detail === 'wing'
      ? holes([
          [414, 690],
          [402, 672],
          [416, 644],
          [466, 596],
          [510, 560],
        ]) +
        holes([
          [744, 762],
          [748, 700],
          [770, 650],
          [830, 610],
        ])
      : '') +
    materials.panel('M846 770C842 720 846 660 838 610C800 618 772 648 760 690C754 716 752 746 752 770z', colour, {
      surface,
      round: 16,
    }) +
    stitches('M836 622C804 630 782 654 770 692C764 716 762 744 762 764', thread, 1.8, '5 4') +
    `<path d="M562 532C586 572 622 596 668 598C724 598 770 574 804 544" fill="none" stroke="${make.lining}" stroke-width="5"/>` +
    eyelets(make, [424, 640], [532, 548], 4, 6) +
    laces(make, [424, 640], [532, 548], 4, [-22, -30], 9) +
    weltedSole(make)
  );
}

/** A loafer with a raised apron. Details: `penny` (saddle strap), `tassel`, `driver` (nubbed sole and metal bit). */
export function loafer(make: ShoeMake): string {
  const { materials, colour, second, thread, surface } = make;
  const upper =
    'M66 768C58 728 82 700 136 686C200 672 270 668 330 646C376 628 420 600 456 566C472 552 494 556 496 578C500 620 540 656 610 662C690 666 760 634 800 584C814 568 830 572 834 590C844 640 838 710 844 766C700 788 300 804 66 768z';
  const apron =
    'M112 700C200 672 270 668 330 646C376 628 420 600 456 566C472 552 494 556 496 578C500 612 520 636 548 648C500 650 440 668 380 690C300 716 190 730 126 724C108 718 104 708 112 700z';
  const seam = 'M120 724C190 732 300 716 380 690C440 668 500 650 548 648';
  const ticks = Array.from({ length: 24 }, (_, i) => {
    const t = i / 23;
    return `M${r(130 + 400 * t)} ${r(718 - 6 * Math.sin(t * 3) - 68 * t ** 1.7)}l4 18`;
  }).join('');
  const saddle = 'M318 644C342 640 384 618 410 598L470 664C490 700 500 740 504 780L394 788C382 734 350 690 318 644z';
  const ornament =
    make.detail === 'tassel'
      ? [0, 1]
          .map(
            (i) =>
              `<g transform="translate(${376 + i * 44} ${660 + i * 4}) rotate(${-14 + i * 18})"><path d="M-11 0h22l8 60q-19 12-38 0z" fill="#0b0d14" opacity=".3" transform="translate(5 5)"/><path d="M-11 0h22l8 60q-19 12-38 0z" fill="${materials.tone(second)}" stroke="${shaded(second, 0.5)}"/><path d="M-6 10l-5 52M0 10v55M6 10l5 52" stroke="${shaded(second, 0.6)}" stroke-width="1.6"/><rect x="-13" y="-12" width="26" height="18" rx="7" fill="${materials.tone(second)}" stroke="${shaded(second, 0.5)}"/></g>`,
          )
          .join('') + materials.strap('M500 602C560 690 700 690 820 606', 9, second)
      : make.detail === 'driver'
        ? `<path d="M352 650L446 596" stroke="#0b0d14" stroke-opacity=".3" stroke-width="16" transform="translate(3 7)" stroke-linecap="round"/><path d="M352 650L446 596" stroke="${metal(materials, make.metal)}" stroke-width="13" stroke-linecap="round"/><circle cx="356" cy="650" r="15" fill="none" stroke="${metal(materials, make.metal)}" stroke-width="7"/><circle cx="444" cy="598" r="15" fill="none" stroke="${metal(materials, make.metal)}" stroke-width="7"/>` +
          stitches('M760 640C790 690 790 730 780 766', thread, 2, '6 5')
        : materials.panel(saddle, second, { surface, round: 18, inside: materials.glow(390, 650, 60, 40, '#fff8ea', 0.35) }) +
          stitches('M332 650C362 694 390 732 402 768M466 672C482 704 490 740 494 768', thread, 1.8, '5 4') +
          `<path d="M362 650l44-24 12 16-44 26z" fill="${shaded(second, 0.6)}"/><path d="M360 654l46-26" stroke="${lit(second, 0.3)}" stroke-width="2"/>`;
  const mouth = 'M490 588C500 640 550 664 610 668C690 670 762 640 806 586';
  return (
    `<path d="M488 580C560 606 720 600 806 578C760 640 690 668 610 666C540 660 500 620 488 580z" fill="${shaded(make.lining, 0.35)}"/><path d="M520 626C600 640 700 632 770 606" stroke="${lit(make.lining, 0.1)}" stroke-width="16" stroke-opacity=".5" fill="none"/>` +
    materials.panel(upper, colour, {
      surface,
      round: 44,
      inside: materials.glow(640, 710, 180, 50, '#fff8ea', 0.26) + crease('M300 712C316 734 320 750 318 768', 18, 0.4),
    }) +
    materials.panel(apron, colour, { surface, round: 20, inside: polish(make) }) +
    softLine(seam, '#0b0d14', 16, 0.5) +
    `<path d="${ticks}" stroke="${shaded(colour, 0.5)}" stroke-width="4" stroke-linecap="round"/><path d="${ticks}" transform="translate(-1.5 -1)" stroke="${lit(colour, 0.35)}" stroke-opacity=".7" stroke-width="1.6"/>` +
    materials.strap(mouth, 12, shaded(colour, 0.06)) +
    stitches('M494 612C510 656 556 680 612 684C696 686 766 656 816 606', thread, 1.8, '5 4') +
    materials.panel('M844 768C842 730 844 680 838 630C806 640 788 664 782 700C778 724 778 748 778 768z', colour, {
      surface,
      round: 14,
    }) +
    ornament +
    (make.detail === 'driver' ? driverSole(make) : weltedSole(make))
  );
}

/** A chelsea boot with elastic sides and pull tabs. Detail `welt` shows a rugged storm welt stitch. */
export function chelsea(make: ShoeMake): string {
  const { materials, colour, second, thread, surface } = make;
  const upper =
    'M66 770C58 726 84 694 142 676C222 654 316 640 396 602C466 566 516 520 538 452C550 404 546 350 550 306C640 290 740 290 828 304C834 380 822 452 830 540C838 620 838 700 846 766C700 788 300 804 66 770z';
  const gore = 'M604 318C650 312 700 312 746 316C742 420 726 540 694 636Q674 652 656 636C626 540 610 420 604 318z';
  const ribs = Array.from(
    { length: 15 },
    (_, i) => `M${r(612 + i * 9.2)} 318C${r(618 + i * 8.4)} 420 ${r(636 + i * 5.6)} 540 ${r(660 + i * 2.4)} 634`,
  ).join('');
  const pull = (x: number, turn: number): string =>
    `<g transform="rotate(${turn} ${x} 300)">${materials.panel(`M${x - 17} 340V262q0-20 17-20t17 20v78z`, second, { surface: 'canvas', round: 8 })}<path d="M${x} 252v82" stroke="${lit(second, 0.4)}" stroke-width="5" stroke-dasharray="3 3"/></g>`;
  return (
    `<path d="M556 306C640 270 740 270 824 304C740 330 640 330 556 306z" fill="${shaded(make.lining, 0.3)}"/>` +
    pull(786, 4) +
    materials.panel(upper, colour, {
      surface,
      round: 52,
      inside:
        polish(make) +
        materials.glow(590, 500, 50, 170, '#fff8ea', 0.35, 6) +
        crease('M420 610C470 640 500 690 506 740', 40, 0.5) +
        crease('M330 660C360 690 370 730 368 766', 26, 0.55) +
        crease('M290 676C316 700 324 734 322 766', 20, 0.4) +
        materials.glow(806, 560, 40, 220, '#0b0d14', 0.25),
    }) +
    `<path d="${gore}" fill="#0b0d14" opacity=".3" transform="translate(2 4)"/>` +
    materials.panel(gore, second, {
      round: 18,
      inside: `<path d="${ribs}" stroke="#0b0d14" stroke-opacity=".4" stroke-width="3.5"/><path d="${ribs}" transform="translate(2 0)" stroke="#fff8ea" stroke-opacity=".18" stroke-width="2"/>`,
    }) +
    stitches('M594 318C600 424 618 546 648 644Q674 668 702 644C736 546 752 424 756 318', thread, 1.8, '5 4') +
    stitches('M676 660C680 700 678 740 674 764', thread, 1.8, '5 4') +
    `<path d="M550 310C640 294 740 294 828 308" fill="none" stroke="${shaded(colour, 0.4)}" stroke-width="6"/>` +
    stitches('M552 322C580 317 592 316 600 316M750 316C780 317 806 318 828 320', thread, 1.8, '5 4') +
    pull(576, -3) +
    weltedSole(make) +
    (make.detail === 'welt'
      ? stitches('M70 778C200 800 360 798 520 786C620 778 740 780 842 774', lit(thread, 0.3), 3.4, '10 6')
      : '')
  );
}
