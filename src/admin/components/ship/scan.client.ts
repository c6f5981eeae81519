/** The part of the Barcode Detection API that is used; few browsers have it, and TypeScript does not know it. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Looks at the camera's picture this often, in milliseconds. */
const INTERVAL_MS = 200;

/** Offers to scan AWBs one after the other into the fields of the orders, where the browser can. */
const BarcodeDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
const list = document.querySelector<HTMLElement>('[data-scan]');
const fields = [...(list?.querySelectorAll<HTMLInputElement>('input[name^="awb-"]') ?? [])];

const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, className: string) =>
  Object.assign(document.createElement(name), { textContent: text, className });

let current: HTMLInputElement | undefined;
for (const field of fields) field.addEventListener('focus', () => (current = field));

/** The field that is to be filled: the one that was chosen if it is empty, else the first empty one. */
const nextField = (): HTMLInputElement | undefined =>
  current?.value === '' ? current : fields.find(({ value }) => value === '');

/** Why the camera cannot be used, and what to do. */
function describeRefusal(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'The camera is not allowed. Allow it in the browser’s settings, or type the AWBs.';
  if (name === 'NotFoundError') return 'There is no camera. Type the AWBs.';
  return 'The camera cannot be used now. Try again, or type the AWBs.';
}

const LEFT = 'The camera is off, because this page was left. Scan again, or type the AWBs.';
const ENDED = 'The camera has stopped. Scan again, or type the AWBs.';

interface Scanner {
  Detect: DetectorClass;
  dialog: HTMLDialogElement;
  video: HTMLVideoElement;
  says: HTMLElement;
  problem: HTMLElement;
}

/** Fills the fields until the dialog is closed, by a button or because each has an AWB. Throws what the camera or the detector throws. */
async function scan({ Detect, dialog, video, says, problem }: Scanner): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = (why: string) => {
    problem.textContent = why;
    dialog.close();
  };
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const leave = () => document.visibilityState === 'hidden' && end(LEFT);
  for (const track of stream.getTracks()) track.addEventListener('ended', () => end(ENDED));
  document.addEventListener('visibilitychange', leave);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => resolve(stop()), { once: true });
  });
  try {
    video.srcObject = stream;
    dialog.showModal();
    leave();
    await video.play();
    const detector = new Detect({ formats: ['code_128', 'code_39', 'code_93', 'itf', 'qr_code', 'data_matrix'] });
    const seen = new Set(fields.map(({ value }) => value));
    while (dialog.open) {
      const field = nextField();
      if (!field) break;
      says.textContent = `Scan the AWB of ${field.name.slice('awb-'.length)}.`;
      const [code] = await detector.detect(video);
      const awb = code?.rawValue.trim();
      if (dialog.open && awb && /^(?=.*\d)[A-Za-z0-9-]{1,40}$/.test(awb) && !seen.has(awb)) {
        seen.add(awb);
        field.value = awb;
        navigator.vibrate?.(80);
      }
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))]);
    }
  } catch (error) {
    // What is closed while it starts fails by that alone.
    if (dialog.open) throw error;
  } finally {
    document.removeEventListener('visibilitychange', leave);
    stop();
    video.srcObject = null;
    dialog.close();
  }
}

if (BarcodeDetector && list && 'mediaDevices' in navigator) {
  const button = make('button', 'Scan AWBs', 'a-button');
  button.type = 'button';
  const dialog = make('dialog', '', 'ship-scan');
  dialog.setAttribute('aria-label', 'Scan AWBs');
  const video = make('video', '', '');
  video.muted = true;
  video.playsInline = true;
  const says = make('p', '', '');
  says.setAttribute('role', 'status');
  const close = make('button', 'Done', 'a-button');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  dialog.append(video, says, close);
  const problem = make('p', '', 'a-error');
  problem.setAttribute('role', 'alert');
  const scanner = { Detect: BarcodeDetector, dialog, video, says, problem };
  let isBusy = false;
  button.addEventListener('click', async () => {
    // The browser asks for the camera: further presses would ask again.
    if (isBusy) return;
    isBusy = true;
    problem.textContent = '';
    await scan(scanner).catch((error: unknown) => {
      problem.textContent = describeRefusal(error);
    });
    isBusy = false;
  });
  list.before(button, problem, dialog);
}

export {};
