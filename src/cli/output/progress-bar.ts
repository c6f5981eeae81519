import { commandContext } from '#cli/process/context.ts';

const WIDTH = 30;
const REDRAW_MS = 80;

/** A progress bar on stderr; silent unless that is a terminal, so that logs and pipes stay clean. */
export class ProgressBar {
  readonly #stream = commandContext().stderr;
  readonly #shown = this.#stream.isTTY === true;
  #drawnAt = 0;

  /** Shows the progress of a stage; redraws at most a dozen times a second, and always at its end. */
  update(stage: string, done: number, total: number): void {
    const now = Date.now();
    if (!this.#shown || total === 0 || (done < total && now - this.#drawnAt < REDRAW_MS)) return;
    this.#drawnAt = now;
    const share = Math.min(1, done / total);
    const full = Math.round(share * WIDTH);
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    this.#stream.write(`\r\x1b[2K${stage.padEnd(9)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %`);
  }

  /** Clears the line. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\x1b[2K');
  }
}
