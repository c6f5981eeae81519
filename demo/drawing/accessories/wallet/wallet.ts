/** Wallets: folded, card holder, long and zip-around, closed, open or close up. */

import { GRAINS } from '#drawing/studio/leather.ts';
import { METALS } from '#drawing/studio/metal.ts';
import { choice, flag, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded, studio } from '#drawing/studio/studio.ts';
import {
  card,
  type Leather,
  leatherDefs,
  mark,
  panel,
  panelPath,
  pocket,
  seam,
  stack,
  stackDefs,
  stud,
  zip,
  zipPull,
} from './cover.ts';

const KINDS = ['bifold', 'cards', 'long', 'zip', 'snap'] as const;
const VIEWS = ['front', 'open', 'detail'] as const;
const CARD_COLOURS = ['#2f4858', '#b7a58a', '#6d7d5d', '#a4553c', '#dcd6ca'] as const;

interface Wallet extends Leather {
  kind: (typeof KINDS)[number];
  /** A woven band or stripe of the second colour across the front. */
  band: boolean;
  metalMark: boolean;
}

const cardColour = (i: number): string => CARD_COLOURS[i % CARD_COLOURS.length] ?? '#dcd6ca';

/** Shadow under a flat object: one wide and soft, and narrow ones that darken towards the edge. */
function grounded(d: string): string {
  const close = [
    [12, 17, 0.1],
    [9, 13, 0.14],
    [5, 8, 0.26],
  ]
    .map(([x, y, opacity]) => `<path d="${d}" transform="translate(${x} ${y})" opacity="${opacity}"/>`)
    .join('');
  return `<path d="${d}" filter="url(#cast)" transform="translate(26 34)" opacity=".46"/>${close}`;
}

/** A band of the second colour sewn across the panel. */
function contrastBand(wallet: Wallet, x: number, y: number, w: number, h: number): string {
  if (!wallet.band) return '';
  const d = `M${x} ${y}H${x + w}V${y + h}H${x}Z`;
  return `<path d="M${x} ${y - 4}H${x + w}V${y + h + 7}H${x}Z" fill="#000" opacity=".18"/><path d="${d}" fill="url(#contrast)"/><path d="${d}" fill="url(#insidegrain)"/><path d="${d}" fill="url(#swell)"/>${seam(`M${x + 2} ${y + 9}H${x + w - 2}M${x + 2} ${y + h - 9}H${x + w - 2}`, wallet, 0.7)}`;
}

/** A bifold closed, fold on the left, the second leaf showing below and to the right. */
function bifoldClosed(wallet: Wallet): string {
  const [x, y, w, h] = [-330, -250, 660, 500];
  const cover = panelPath(x, y, w, h, 18, 30);
  const under = panelPath(x + 8, y + 14, w + 4, h + 2, 18, 30);
  const page = panelPath(x + 10, y + 9, w - 2, h - 2, 18, 28);
  const inset = panelPath(x + 22, y + 18, w - 40, h - 36, 14, 20);
  return (
    grounded(under) +
    `<path d="${under}" fill="${shaded(wallet.colour, 0.5)}"/><path d="${under}" fill="url(#grain)"/><path d="${page}" fill="${shaded(wallet.lining, 0.42)}" stroke="#000" stroke-opacity=".35" stroke-width="2"/>` +
    panel(cover, wallet) +
    `<path d="${cover}" fill="url(#swell)" opacity=".7"/>` +
    contrastBand(wallet, x + 4, y + 150, w - 8, 110) +
    `<rect x="${x}" y="${y + 2}" width="62" height="${h - 4}" fill="url(#spine)" opacity=".8"/>` +
    // The pockets inside press through the cover.
    `<path d="M${x + 96} ${y + 70}H${x + w - 44}M${x + 96} ${y + h - 66}H${x + w - 44}" stroke="#fff" stroke-opacity=".1" stroke-width="5" stroke-linecap="round"/><path d="M${x + 96} ${y + 64}H${x + w - 44}M${x + w - 40} ${y + 70}V${y + h - 70}" stroke="#000" stroke-opacity=".14" stroke-width="7" stroke-linecap="round"/>` +
    seam(inset, wallet) +
    mark(x + w - 100, y + h - 92, 1.8, wallet, wallet.metalMark)
  );
}

/** One inner leaf with stacked card pockets, 390 wide. */
function leaf(wallet: Wallet, x: number, y: number, h: number, pockets: number, first: number): string {
  const colours = Array.from({ length: pockets }, (_, i) => [cardColour(first + i)]);
  return stack(x + 12, y + 62, 58, [14], colours) + seam(`M${x + 20} ${y + 20}V${y + h - 20}H${x + 370}V${y + 20}`, wallet, 0.8);
}

/** A bifold lying open: two leaves of card pockets, the note pocket behind, and the cover folded in front of it. */
function bifoldOpen(wallet: Wallet): string {
  const [x, y, w, h] = [-390, -170, 780, 330];
  const cover = panelPath(x, y, w, h, 22);
  const note = panelPath(x + 6, y - 14, w - 12, h, 18);
  const coin = wallet.kind === 'snap';
  const right = coin
    ? pocket(12, y + 60, 366, h - 74, wallet, 'hide') +
      pocket(12, y + 10, 366, 150, wallet, 'contrast') +
      stud(195, y + 130, 20, wallet) +
      seam(`M20 ${y + 20}V${y + h - 20}H370V${y + 20}`, wallet, 0.8)
    : leaf(wallet, 0, y, h, 3, 2);
  return (
    grounded(cover) +
    `<path d="${note}" fill="${shaded(wallet.colour, 0.2)}"/><path d="${note}" fill="url(#grain)"/><path d="M${x + 20} ${y - 12}H${x + w - 20}" stroke="${lit(wallet.colour, 0.5)}" stroke-opacity=".7" stroke-width="2.4"/><path d="M${x + 14} ${y - 2}H${x + w - 14}" stroke="#000" stroke-opacity=".5" stroke-width="12"/>` +
    panel(cover, wallet, 'inside', 'insidegrain', wallet.lining) +
    stackDefs(366, 58, h - 76 - 58 * 2, 338, wallet) +
    leaf(wallet, x, y, h, 3, 0) +
    right +
    `<rect x="-40" y="${y + 2}" width="80" height="${h - 4}" fill="url(#crease)"/>` +
    mark(335, y + h - 48, 0.9, wallet, wallet.metalMark)
  );
}

/** A card holder with three pockets a side and cards standing in it. */
function cardHolder(wallet: Wallet, cards: boolean): string {
  const [x, y, w, h] = [-320, -215, 640, 460];
  const body = panelPath(x, y, w, h, 34);
  const standing = cards
    ? card(x + 60, y - 140, 520, 190, cardColour(4), -2) +
      card(x + 52, y - 96, 526, 150, cardColour(0), 1.5) +
      card(x + 56, y - 52, 526, 90, cardColour(1), -0.6)
    : '';
  // The second holder of a picture shares the first one's clip path.
  const clip = cards ? `<clipPath id="holder"><path d="${body}"/></clipPath>` : '';
  return (
    clip +
    grounded(body) +
    panel(panelPath(x + 5, y - 12, w - 10, h, 34), wallet, 'inside', 'insidegrain', wallet.lining) +
    standing +
    `<g stroke="#000" stroke-opacity=".16"><path d="M${x + 30} ${y}H${x + w - 30}" stroke-width="30"/><path d="M${x + 30} ${y}H${x + w - 30}" stroke-width="20"/><path d="M${x + 30} ${y}H${x + w - 30}" stroke-width="10"/></g>` +
    panel(body, wallet) +
    `<g clip-path="url(#holder)">${pocket(x, y + 96, w, h, wallet, wallet.band ? 'contrast' : 'hide')}${pocket(x, y + 196, w, h, wallet, 'hide', 64)}</g>` +
    `<path d="${body}" fill="none" stroke="${shaded(wallet.colour, 0.62)}" stroke-width="3.4"/>` +
    seam(
      `M${x + 19} ${y + 14}V${y + h - 42}Q${x + 19} ${y + h - 19} ${x + 44} ${y + h - 19}H${x + w - 44}Q${x + w - 19} ${y + h - 19} ${x + w - 19} ${y + h - 42}V${y + 14}`,
      wallet,
    ) +
    mark(x + w - 92, y + h - 84, 1.6, wallet, wallet.metalMark)
  );
}

/** A long wallet with a flap and a stud, upright in the frame. */
function longClosed(wallet: Wallet): string {
  const [x, y, w, h] = [-390, -205, 780, 410];
  const body = panelPath(x, y, w, h, 26);
  const under = panelPath(x + 5, y + 12, w, h + 4, 26);
  const flap = `M${x + 22} ${y}H${x + w - 22}Q${x + w} ${y} ${x + w} ${y + 22}V${y + 168}C${x + w} ${y + 210} ${x + w * 0.72} ${y + 250} 0 ${y + 250}S${x} ${y + 210} ${x} ${y + 168}V${y + 22}Q${x} ${y} ${x + 22} ${y}Z`;
  const edge = `M${x + 18} ${y + 160}C${x + 18} ${y + 198} ${x + w * 0.28} ${y + 233} 0 ${y + 233}S${x + w - 18} ${y + 198} ${x + w - 18} ${y + 160}`;
  return (
    grounded(under) +
    `<path d="${under}" fill="${shaded(wallet.colour, 0.5)}"/>` +
    panel(body, wallet) +
    `<path d="${body}" fill="url(#swell)"/>` +
    seam(
      `M${x + 18} ${y + 200}V${y + h - 36}Q${x + 18} ${y + h - 18} ${x + 36} ${y + h - 18}H${x + w - 36}Q${x + w - 18} ${y + h - 18} ${x + w - 18} ${y + h - 36}V${y + 200}`,
      wallet,
    ) +
    `<path d="${flap}" filter="url(#near)" transform="translate(5 13)" opacity=".55"/>` +
    panel(
      flap,
      wallet,
      wallet.band ? 'contrast' : 'hide',
      wallet.grain === 'canvas' ? 'insidegrain' : 'grain',
      wallet.band ? wallet.second : wallet.colour,
    ) +
    `<rect x="${x + 4}" y="${y + 2}" width="${w - 8}" height="46" fill="url(#swell)" opacity=".9"/>` +
    seam(edge, wallet) +
    stud(0, y + 196, 25, wallet) +
    mark(x + w - 92, y + h - 78, 1.5, wallet, wallet.metalMark)
  );
}

/** A long wallet open like a book, spine across the middle. */
function longOpen(wallet: Wallet): string {
  const [x, w] = [-360, 720];
  const cover = panelPath(x, -410, w, 820, 28);
  const upper =
    stackDefs(w - 28, 58, 132, 300, wallet) +
    stack(
      x + 14,
      -320,
      58,
      [26, 366],
      [0, 1, 2, 3].map((i) => [cardColour(i), cardColour(i + 2)]),
    );
  return (
    grounded(cover) +
    panel(cover, wallet, 'inside', 'insidegrain', wallet.lining) +
    upper +
    `<path d="M0-320V-20" stroke="#000" stroke-opacity=".4" stroke-width="5"/><path d="M4-320V-20" stroke="#fff" stroke-opacity=".2" stroke-width="2"/>` +
    pocket(x + 14, 60, w - 28, 336, wallet, 'inside') +
    zip(`M${x + 70} 130H${x + w - 70}`, wallet) +
    zipPull(x + w - 110, 134, -78, wallet) +
    pocket(x + 14, 250, w - 28, 146, wallet, 'hide', 34) +
    `<rect x="${x + 3}" y="-22" width="${w - 6}" height="54" fill="url(#swell)"/><path d="M${x} 5H${x + w}" stroke="#000" stroke-opacity=".34" stroke-width="3"/>` +
    seam(panelPath(x + 17, -393, w - 34, 786, 18), wallet, 0.85) +
    mark(x + w - 90, 350, 1.2, wallet, wallet.metalMark)
  );
}

/** A zip-around wallet: teeth along three sides, the leather pull hanging at the lower left. */
function zipClosed(wallet: Wallet): string {
  const [w, h] = [720, 400];
  const [x, y] = [-w / 2, -h / 2];
  const back = panelPath(x + 8, y + 16, w + 10, h + 14, 44);
  const tape = panelPath(x + 5, y + 9, w + 4, h + 8, 42);
  const body = panelPath(x, y, w, h, 40);
  return (
    grounded(back) +
    `<path d="${back}" fill="${shaded(wallet.colour, 0.42)}"/><path d="${back}" fill="url(#grain)"/>` +
    zip(tape, wallet, 24) +
    `<path d="${body}" filter="url(#near)" transform="translate(3 6)" opacity=".5"/>` +
    panel(body, wallet) +
    `<path d="${body}" fill="url(#swell)"/>` +
    contrastBand(wallet, x + 4, y + h - 160, w - 8, 96) +
    seam(panelPath(x + 18, y + 18, w - 36, h - 36, 28), wallet) +
    mark(0, y + h * 0.4, 2, wallet, wallet.metalMark) +
    zipPull(x + 150, y + h + 16, 38, wallet)
  );
}

/** Places a wallet drawn around the origin. */
const turned = (degrees: number, content: string, x = 450, y = 600, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">${content}</g>`;

/** Places a wallet so that its point (x, y) is close up in the middle of the frame. */
const closeUp = (degrees: number, x: number, y: number, content: string): string =>
  `<g transform="translate(450 600) rotate(${degrees}) scale(2.1) translate(${-x} ${-y})">${content}</g>`;

/** The wallet closed, open or close up, placed to suit its kind. */
function arranged(wallet: Wallet, view: (typeof VIEWS)[number]): string {
  const shapes = {
    bifold: {
      front: (): string => turned(-7, bifoldClosed(wallet), 448, 600, 1.04),
      open: (): string => turned(4, bifoldOpen(wallet), 450, 385, 0.98) + turned(-6, bifoldClosed(wallet), 470, 830, 0.7),
      detail: (): string => closeUp(-22, 225, 130, bifoldClosed(wallet)),
    },
    snap: {
      front: (): string => turned(6, bifoldClosed(wallet), 448, 600, 1.04),
      open: (): string => turned(-5, bifoldOpen(wallet), 450, 385, 0.98) + turned(5, bifoldClosed(wallet), 440, 830, 0.7),
      detail: (): string => closeUp(24, 225, 130, bifoldClosed(wallet)),
    },
    cards: {
      front: (): string => turned(-6, cardHolder(wallet, true), 450, 650, 1.1),
      open: (): string =>
        turned(-14, cardHolder(wallet, true), 430, 410, 0.74) + turned(9, cardHolder(wallet, false), 480, 820, 0.82),
      detail: (): string => closeUp(-18, 200, 90, cardHolder(wallet, true)),
    },
    long: {
      front: (): string => turned(-38, longClosed(wallet), 445, 600, 0.94),
      open: (): string => turned(3, longOpen(wallet), 450, 610),
      detail: (): string => closeUp(-26, 40, 10, longClosed(wallet)),
    },
    zip: {
      front: (): string => turned(-34, zipClosed(wallet), 450, 560, 1.02),
      open: (): string => turned(-3, longOpen(wallet), 450, 600),
      detail: (): string => closeUp(-30, -190, 190, zipClosed(wallet)),
    },
  };
  return shapes[wallet.kind][view]();
}

/**
 * Draws a wallet. Parameters: `view` (front, open, detail), `kind` (bifold, cards, long, zip, snap), `colour`, `lining`, `second`,
 * `thread` (colour; empty for a creased edge), `grain`, `metal`, `band`, `metalMark`, `backdrop`.
 */
export const wallet: Drawing = (params) => {
  const colour = text(params, 'colour', '#6b4226');
  const made: Wallet = {
    kind: choice(params, 'kind', KINDS),
    colour,
    lining: text(params, 'lining', shaded(colour, 0.2)),
    second: text(params, 'second', shaded(colour, 0.3)),
    thread: text(params, 'thread', ''),
    grain: choice(params, 'grain', GRAINS),
    metal: choice(params, 'metal', METALS),
    band: flag(params, 'band'),
    metalMark: flag(params, 'metalMark'),
  };
  return studio({
    backdrop: text(params, 'backdrop', '#e8e2d8'),
    defs: leatherDefs(made),
    subject: arranged(made, choice(params, 'view', VIEWS)),
  });
};
