interface Viewed {
  slug: string;
  name: string;
  picture: string;
}

/** The saved state's key and the part of it that is kept here; state/saved.ts leaves parts that it does not know as they are. */
const KEY = 'haat';
const VERSION = 1;
const MOST = 12;

type Saved = Record<string, unknown> & { v?: number };

const isViewed = (value: unknown): value is Viewed =>
  typeof value === 'object' &&
  value !== null &&
  ['slug', 'name', 'picture'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

function read(): { saved: Saved; viewed: Viewed[] } {
  const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Saved;
  if (saved.v !== VERSION) return { saved: { v: VERSION }, viewed: [] };
  const list = saved['recentlyViewed'];
  return { saved, viewed: Array.isArray(list) ? list.filter(isViewed) : [] };
}

function card({ slug, name, picture }: Viewed): HTMLElement {
  const item = Object.assign(document.createElement('li'), { className: 'card' });
  const frame = Object.assign(document.createElement('div'), { className: 'picture' });
  const image = Object.assign(document.createElement('img'), {
    loading: 'lazy',
    src: picture,
    alt: name,
    width: 300,
    height: 400,
  });
  const link = Object.assign(document.createElement('a'), { href: `/products/${encodeURIComponent(slug)}`, textContent: name });
  const heading = document.createElement('h3');
  if (picture) {
    const source = document.createElement('picture');
    source.append(image);
    frame.append(source);
  }
  heading.append(link);
  item.append(frame, heading);
  return item;
}

/**
 * Shows the products viewed before on this device and adds this one. Prices are left out, since they may have changed. Blocked or
 * corrupt storage shows nothing.
 */
function showViewed(section: HTMLElement): void {
  const present = JSON.parse(section.dataset['viewed'] as string) as Viewed;
  const { saved, viewed } = read();
  const others = viewed.filter(({ slug }) => slug !== present.slug);
  localStorage.setItem(KEY, JSON.stringify({ ...saved, recentlyViewed: [present, ...others].slice(0, MOST) }));
  if (others.length === 0) return;
  section.querySelector('ul')?.replaceChildren(...others.map(card));
  section.hidden = false;
  dispatchEvent(new Event('pictures'));
}

const section = document.querySelector<HTMLElement>('[data-viewed]');
try {
  if (section) showViewed(section);
} catch (error) {
  console.warn('Recently viewed products cannot be remembered', error);
}
