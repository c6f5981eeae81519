/** A belt: standing coiled, laid in two lengths, or close up on its buckle. */

import { GRAINS } from '#drawing/studio/leather.ts';
import { METALS, type Metal } from '#drawing/studio/metal.ts';
import { choice, flag, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, r, shaded, studio } from '#drawing/studio/studio.ts';
import { BUCKLES, type Buckle, buckle, buckleDefs, buckleReach } from './buckle.ts';
import { type BeltStrap, holes, loop, straight, strapDefs } from './strap.ts';

const VIEWS = ['coil', 'straight', 'buckle'] as const;

interface Belt {
  strap: BeltStrap;
  kind: Buckle;
  metal: Metal;
}

/** Braids and ring buckles need no punched holes. */
const punched = ({ strap, kind }: Belt): boolean => strap.grain !== 'woven' && kind !== 'rings' && kind !== 'plate';

/** The belt fastened: the pointed end comes from the right, under the frame and through the loop. */
function fastened(belt: Belt, left: number, right: number, end: number): string {
  const { strap, kind, metal } = belt;
  const w = strap.width;
  const reach = buckleReach(kind, w);
  // The buckle sits on the strap from the right; the end runs on to the left over the other strap.
  const under = straight(strap, left, -reach * 0.2, false);
  const over = `<g transform="scale(-1 1)">${straight(strap, -right, -right + 1, false)}</g>`;
  const through = `<g transform="scale(-1 1)"><path d="M0 ${r(-w / 2 + 8)}H${r(end - w * 0.5)}L${r(end)} 10V${r(w / 2 + 12)}H0Z" fill="#000" opacity=".3" filter="url(#near)"/>${straight(strap, r(-right), end, true)}${punched(belt) ? holes(strap, w * 1.18, w * 0.76, 2) : ''}</g>`;
  return under + over + through + loop(strap, -reach - w * 0.95) + buckle(kind, w, metal);
}

/** An elliptic arc of a coil: the half towards the viewer or the half behind. */
const arc = (rx: number, ry: number, y: number, sweep: 0 | 1): string => `M${-rx} ${y}A${rx} ${ry} 0 0 ${sweep} ${rx} ${y}`;

/** The wall of a turn of the coil between its upper and its lower edge. */
const wall = (rx: number, ry: number, h: number, sweep: 0 | 1): string =>
  `M${-rx} 0A${rx} ${ry} 0 0 ${sweep} ${rx} 0V${h}A${rx} ${ry} 0 0 ${sweep === 1 ? 0 : 1} ${-rx} ${h}Z`;

/** The belt rolled up and standing on its edge. */
function coil(belt: Belt): string {
  const { strap, kind, metal } = belt;
  const { colour, lining, thread, stripe } = strap;
  const [rx, ry, h] = [345, 118, strap.width];
  let inside = '';
  const turns = [1, 0.87, 0.75, 0.64];
  for (const k of turns) {
    const [a, b] = [r(rx * k), r(ry * k)];
    inside += `<path d="${wall(a, b, h, 1)}" fill="url(#hollow)"/><path d="M${-a} 0A${a} ${b} 0 0 0 ${a} 0V${h}H${-a}Z" fill="${shaded(lining, 0.72)}" opacity=".5"/>`;
  }
  const edges = turns.map((k) => `<ellipse rx="${r(rx * k)}" ry="${r(ry * k)}"/>`).join('');
  const fronts = turns
    .slice(1)
    .reverse()
    .map(
      (k) =>
        `<path d="${wall(r(rx * k), r(ry * k), h, 0)}" fill="url(#band)"/><path d="${wall(r(rx * k), r(ry * k), h, 0)}" fill="url(#roll)"/><path d="${wall(r(rx * k), r(ry * k), h, 0)}" fill="#000" opacity=".3"/>`,
    )
    .join('');
  const face = wall(rx, ry, h, 0);
  const line = (share: number): string => `M${-rx} ${r(h * share)}A${rx} ${ry} 0 0 0 ${rx} ${r(h * share)}`;
  const striped =
    stripe === '' ? '' : `<path d="${line(0.33)}${line(0.67)}" fill="none" stroke="${stripe}" stroke-width="${r(h * 0.13)}"/>`;
  const sewn =
    thread === ''
      ? ''
      : `<g fill="none" stroke-dasharray="9 5" stroke-linecap="round"><path d="${line(0.1)}${line(0.9)}" stroke="#000" stroke-opacity=".4" stroke-width="3.4" transform="translate(1 2)"/><path d="${line(0.1)}${line(0.9)}" stroke="${thread}" stroke-width="2.7"/></g>`;
  return (
    `<g fill="#0c0a08"><ellipse cx="34" cy="${h + 42}" rx="${rx + 26}" ry="${ry + 6}" opacity=".34" filter="url(#cast)"/><ellipse cx="8" cy="${h + 8}" rx="${rx}" ry="${ry}" opacity=".5" filter="url(#near)"/></g>` +
    `<ellipse cy="${h}" rx="${rx}" ry="${ry}" fill="${shaded(lining, 0.8)}"/>${inside}${fronts}` +
    `<g fill="none" stroke="${shaded(colour, 0.5)}" stroke-width="15">${edges}</g><g fill="none" stroke="${lit(colour, 0.22)}" stroke-width="10" transform="translate(-.6 -1)">${edges}</g><g fill="none" stroke="${lit(colour, 0.62)}" stroke-opacity=".55" stroke-width="2.2" transform="translate(-1 -4)">${edges}</g>` +
    `<path d="${face}" fill="url(#band)"/>${striped}<path d="${face}" fill="url(#grain)"/>${sewn}<path d="${face}" fill="url(#roll)"/><path d="${arc(rx, ry, 1, 0)}" fill="none" stroke="${lit(colour, 0.6)}" stroke-opacity=".7" stroke-width="3"/><path d="${arc(rx, ry, h - 1, 0)}" fill="none" stroke="${shaded(colour, 0.7)}" stroke-width="4"/>` +
    `<g transform="translate(74 ${r(ry + h / 2 - 4)}) scale(.94 .97)">${coilFront(belt)}${buckle(kind, h, metal)}</g>`
  );
}

/** The pointed end as it lies over the coil's front, left of the buckle, following its curve. */
function coilFront(belt: Belt): string {
  const { strap } = belt;
  const w = strap.width;
  const end = w * 1.75;
  return (
    `<g transform="scale(-1 1) skewY(-4.6)"><path d="M0 ${r(-w / 2 + 8)}H${r(end - w * 0.6)}Q${r(end - w * 0.2)} ${r(-w * 0.3)} ${r(end + 8)} 6Q${r(end - w * 0.2)} ${r(w * 0.4)} ${r(end - w * 0.6)} ${r(w / 2)}H0Z" fill="#000" opacity=".3"/>${straight(strap, -w * 0.14, end, true)}${punched(belt) ? holes(strap, w * 1.5, w * 0.3, 1) : ''}</g>` +
    `<g transform="skewY(4)">${loop(strap, -w * 1.28)}</g>`
  );
}

/** The belt in two lengths side by side, buckle and end at the top, running out of the frame below. */
function lengths(belt: Belt): string {
  const { strap, kind, metal } = belt;
  const w = strap.width;
  const shadow = `<rect x="0" y="${r(-w * 0.42)}" width="1300" height="${w}" filter="url(#cast)" opacity=".42"/>`;
  const sewn =
    kind === 'plate'
      ? ''
      : `<path d="M${r(w * 0.5)} ${r(-w * 0.4)}V${r(w * 0.4)}M${r(w * 0.57)} ${r(-w * 0.4)}V${r(w * 0.4)}" stroke="#000" stroke-opacity=".35" stroke-width="3" stroke-dasharray="8 5"/>`;
  return (
    `<g transform="translate(622 150) rotate(86) scale(1 -1)"><g transform="translate(20 34)">${shadow}</g><g transform="scale(-1 1)">${straight(strap, -1300, 0, true)}${punched(belt) ? holes(strap, -w * 3.1, w * 0.48, 5) : ''}</g></g>` +
    `<g transform="translate(318 300) rotate(87) scale(1 -1)"><g transform="translate(30 30)">${shadow}</g>${straight(strap, 0, 1300, false)}${loop(strap, w * 0.75)}${sewn}${buckle(kind, w, metal)}</g>`
  );
}

/**
 * Draws a belt. Parameters: `view` (coil, straight, buckle), `colour`, `lining`, `thread` and `stripe` (colours; empty for none),
 * `grain`, `buckle`, `metal`, `brushed`, `slim` (a narrow belt), `backdrop`.
 */
export const belt: Drawing = (params) => {
  const view = choice(params, 'view', VIEWS);
  const colour = text(params, 'colour', '#5a3420');
  const slim = flag(params, 'slim') ? 0.72 : 1;
  const width = Math.round({ coil: 176, straight: 190, buckle: 250 }[view] * slim);
  const metal = choice(params, 'metal', METALS);
  const made: Belt = {
    strap: {
      colour,
      lining: text(params, 'lining', lit(colour, 0.14)),
      thread: text(params, 'thread', ''),
      stripe: text(params, 'stripe', ''),
      grain: choice(params, 'grain', GRAINS),
      width,
    },
    kind: choice(params, 'buckle', BUCKLES),
    metal,
  };
  const defs =
    strapDefs(made.strap, { coil: 0.9, straight: 0.8, buckle: 1.2 }[view]) +
    buckleDefs(metal, flag(params, 'brushed')) +
    `<filter id="cast" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="20"/></filter><filter id="near" x="-20%" y="-40%" width="140%" height="180%"><feGaussianBlur stdDeviation="7"/></filter>`;
  const subject = {
    coil: (): string => `<g transform="translate(450 ${r(560 - width / 4)}) scale(1.05)">${coil(made)}</g>`,
    straight: (): string => lengths(made),
    buckle: (): string =>
      `<g transform="translate(585 590) rotate(-24)"><rect x="-1000" y="${r(-width / 2 + 30)}" width="2000" height="${width}" filter="url(#cast)" opacity=".4"/>${fastened(made, -1000, 900, 590)}</g>`,
  }[view]();
  return studio({ backdrop: text(params, 'backdrop', '#e8e3da'), defs, subject });
};
