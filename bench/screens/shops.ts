import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStore } from '../../tests/support/browser/run-store.ts';
import { newDataDir } from '../../tests/support/browser/shop-server.ts';

const photographs = join(import.meta.dirname, '../../demo/photos/pictures');

/** Names that a demo shop has not: 120 letters long, in Hindi and in Tamil. Also one product that is sold out. */
const products = [
  'Handle,Title,Type,Vendor,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src,Attributes',
  'block-printed-kurta,"Women’s Hand Block-Printed Pure Cotton Straight Kurta with Three-Quarter Sleeves, Side Pockets and Shell Buttons, Indigo",Kurtas,Rangrez Handlooms,Size,S,1899,2499,9,home/ivory-throw-1.webp,Fabric: Cotton; Care: Machine wash cold',
  ...['M,1899,2499,3,home/ivory-throw-2.webp', 'L,1899,2499,0,kitchen/candle-tray.webp', 'XL,1999,2499,9,'].map(
    (size) => `block-printed-kurta,,,,,${size},`,
  ),
  'neeli-saree,"हाथ से बुनी चंदेरी साड़ी, नीला किनारा और सुनहरी बूटियाँ",साड़ियाँ,बुनकर,,,4999,5999,9,home/check-blanket-1.webp,कपड़ा: सूती रेशम; देखभाल: हाथ से धोएं',
  'cotton-selai,"கையால் நெய்த காஞ்சிபுரம் பருத்திச் சேலை, நீலக் கரையுடன்",சேலைகள்,நெசவாளர்,,,3499,,9,home/check-blanket-2.webp,துணி: பருத்தி',
  'brass-cup,Brass Cup,Kitchen,,,,699,899,0,kitchen/latte-cup.webp,Material: Brass',
];

const guides = [
  'Guide,Categories,Size,Chest,Waist,Length',
  'Kurtas,Kurtas,S,92,86,105',
  'Kurtas,,M,96–98,90,106',
  'Kurtas,,L,102,96,107',
  'Kurtas,,XL,108,102,108',
];

/** Makes a demo shop with the extra names, offers and a discount for paying ahead; returns its data folder. */
export async function makeShop(pictures: 'drawings' | 'photographs'): Promise<string> {
  const dataDir = newDataDir();
  const store = (...command: string[]): Promise<string> => runStore(dataDir, ...command);
  const folder = await mkdtemp(join(tmpdir(), 'haat-screens-'));
  const write = async (name: string, rows: readonly string[]): Promise<string> => {
    await writeFile(join(folder, name), rows.join('\n'));
    return join(folder, name);
  };
  try {
    await store('demo', ...(pictures === 'photographs' ? ['--photos'] : []));
    await store('import', await write('products.csv', products), '--pictures', photographs);
    if (pictures === 'photographs') await store('guides', await write('guides.csv', guides));
    await store('coupon', 'add', 'SAVE10', '--percent', '10', '--minimum', '999', '--public');
    await store('coupon', 'add', 'FLAT50', '--amount', '50', '--public');
    await store('payments', 'set', 'prepaid_discount=5%');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return dataDir;
}
