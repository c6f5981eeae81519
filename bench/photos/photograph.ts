import sharp from 'sharp';

/** Size of a photograph in pixels, as shops usually upload it. */
const WIDTH = 900;
const HEIGHT = 1200;
const PIXELS = WIDTH * HEIGHT;

/** Octaves of noise from 3 × 4 cells to one cell for two pixels. Woven cloth has more fine detail than clouds, which halve each octave. */
const OCTAVES = 8;
const STRENGTH = 54;
const PERSISTENCE = 0.8;

/** Standard deviation of the sensor's grain, in brightness levels of 255. */
const GRAIN = 2.5;

/** A generator of pseudo-random numbers from 0 to 1, the same for the same seed (xorshift). */
function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Noise with `columns` cells from edge to edge, blurred between them: values from 0 to 255. */
function createOctave(random: () => number, columns: number): Promise<Buffer> {
  const rows = (columns * 4) / 3;
  const cells = Buffer.from(Array.from({ length: columns * rows }, () => random() * 256));
  return sharp(cells, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** Noise of all octaves, as differences of brightness. */
async function createTexture(random: () => number): Promise<Float32Array> {
  const texture = new Float32Array(PIXELS);
  for (let octave = 0; octave < OCTAVES; octave++) {
    const noise = await createOctave(random, 3 * 2 ** octave);
    const strength = (STRENGTH * PERSISTENCE ** octave) / 128;
    for (let i = 0; i < PIXELS; i++) texture[i] = (texture[i] as number) + ((noise[i] as number) - 128) * strength;
  }
  return texture;
}

type Colour = readonly [number, number, number];

/**
 * Returns photograph `id` as JPEG, the same in every run: a subject with texture and shadow before a smooth, unsharp background, with
 * grain. Its files take about as many bytes as those of a real photograph.
 */
export async function takePhotograph(id: number): Promise<Buffer> {
  const random = createRandom(id);
  const colour = (): Colour => [60 + random() * 150, 60 + random() * 150, 60 + random() * 150];
  const [subject, background] = [colour(), colour()];
  const texture = await createTexture(random);
  const backdrop = await createOctave(random, 6);
  const radius = 0.3 + random() * 0.08;
  const pixels = Buffer.alloc(PIXELS * 3);
  for (let i = 0; i < PIXELS; i++) {
    const [x, y] = [(i % WIDTH) / WIDTH - 0.5, Math.floor(i / WIDTH) / HEIGHT - 0.5];
    // A rounded shape with a soft edge, lit from the upper left.
    const distance = (Math.abs(x) / radius) ** 3 + (Math.abs(y) / (radius * 1.25)) ** 3;
    const share = Math.min(1, Math.max(0, (1.02 - distance) / 0.04));
    const shadow = distance > 1 ? 40 * Math.exp((1 - distance) * 2) : 0;
    const grain = (random() + random() + random() - 1.5) * 2 * GRAIN;
    const lit = (texture[i] as number) - (x + y) * 60;
    const behind = ((backdrop[i] as number) - 128) * 0.2 - y * 40 - shadow;
    for (let channel = 0; channel < 3; channel++) {
      const value = share * ((subject[channel] as number) + lit) + (1 - share) * ((background[channel] as number) + behind);
      pixels[i * 3 + channel] = Math.min(255, Math.max(0, value + grain));
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
