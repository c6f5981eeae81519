import { setFlagsFromString } from 'node:v8';

/** Maximum size of V8's young generation, in megabytes per semi-space. */
const YOUNG_MB = 4;

/** Limits memory at the cost of some speed: by default V8 grows by 100 MB during a long import before it collects garbage. */
export function limitYoungGeneration(): void {
  setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}
