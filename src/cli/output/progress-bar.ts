import { commandContext } from '#cli/process/command.ts';

const BAR_WIDTH = 30;
const MIN_REDRAW_INTERVAL_MS = 80;

/** A progress bar on stderr; silent unless that is a terminal, so that logs and pipes stay clean. */
export class ProgressBar {
  readonly #stream = commandContext().stderr;
  readonly #shown = this.#stream.isTTY === true;
  #drawnAt = 0;

  /** Shows the progress of a stage. Redraws are throttled, except at its end. */
  update(stage: string, done: number, total: number): void {
    const now = Date.now();
    if (!this.#shown || total === 0 || (done < total && now - this.#drawnAt < MIN_REDRAW_INTERVAL_MS)) return;
    this.#drawnAt = now;
    const fraction = Math.min(1, done / total);
    const filled = Math.round(fraction * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    this.#stream.write(`\r\x1b[2K${stage.padEnd(9)} ${bar} ${String(Math.floor(fraction * 100)).padStart(3)} %`);
  }

  clear(): void {
    if (this.#shown) this.#stream.write('\r\x1b[2K');
  }
}
