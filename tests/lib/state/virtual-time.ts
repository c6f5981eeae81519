import { vi } from 'vitest';

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that moves only when told, so that the same sequence always interleaves in the same order. */
export interface VirtualClock {
  /** Resolves after so many virtual milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Runs `task`, which takes real time; the clock stands still until it has ended. */
  hold: <T>(task: () => Promise<T>) => Promise<T>;
  /** Moves on by `ms`; runs the timers that are due, each once everything before it has settled. */
  advance: (ms: number) => Promise<void>;
  /** Runs all timers, also those that they start. Throws after a thousand. */
  runAll: () => Promise<void>;
}

/** How many rounds of the event loop nothing may be in flight before all promises count as settled. */
const QUIET_ROUNDS = 3;

/** Longer timers stay real, in milliseconds: they are the store's, whose background workers start them for ever. */
const LONGEST_MS = 1000;

/** Replaces `Date`, `setTimeout` and `clearTimeout` by virtual ones. `vi.useRealTimers` and `vi.unstubAllGlobals` restore them. */
export function startVirtualClock(): VirtualClock {
  const { setTimeout, clearTimeout } = globalThis;
  const nextRound = () => new Promise((resolve) => setImmediate(resolve));
  const timers = new Map<number, Timer>();
  let lastId = 0;
  let held = 0;
  let now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });

  const start = (run: () => void, ms = 0) => {
    lastId += 1;
    timers.set(lastId, { at: now + Math.max(0, ms), run });
    return lastId;
  };
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => (ms > LONGEST_MS ? setTimeout(run, ms) : start(run, ms)));
  vi.stubGlobal('clearTimeout', (id: number | NodeJS.Timeout | undefined) =>
    typeof id === 'number' ? timers.delete(id) : clearTimeout(id),
  );

  const settle = async () => {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet = held > 0 ? 0 : quiet + 1) await nextRound();
  };
  const setNow = (at: number) => {
    now = at;
    vi.setSystemTime(Math.floor(at));
  };
  /** The timer that is due first, of equal ones the first started. */
  const next = () =>
    [...timers].reduce<[number, Timer] | undefined>(
      (best, timer) => (best && best[1].at <= timer[1].at ? best : timer),
      undefined,
    );

  const runUntil = async (end: number) => {
    await settle();
    for (let runs = 0; ; runs++) {
      const [id, timer] = next() ?? [];
      if (id === undefined || !timer || timer.at > end) return;
      if (runs > 1000) throw new Error('Timers start each other without end');
      timers.delete(id);
      setNow(Math.max(now, timer.at));
      timer.run();
      await settle();
    }
  };

  return {
    pause: (ms) => new Promise((resolve) => void start(resolve, ms)),
    hold: async (task) => {
      held += 1;
      try {
        return await task();
      } finally {
        held -= 1;
      }
    },
    advance: async (ms) => {
      const end = now + ms;
      await runUntil(end);
      setNow(end);
    },
    runAll: () => runUntil(Number.POSITIVE_INFINITY),
  };
}

/** A `BroadcastChannel` on a virtual clock. Messages of one sender arrive in order, each after `latency()` ms. */
export function createVirtualChannel(clock: VirtualClock, latency: () => number) {
  const channels = new Set<EventTarget>();
  return class extends EventTarget {
    #arrival = 0;
    constructor() {
      super();
      channels.add(this);
    }
    close(): void {
      channels.delete(this);
    }
    postMessage(message: unknown): void {
      const data: unknown = structuredClone(message);
      this.#arrival = Math.max(this.#arrival, Date.now() + latency());
      void clock.pause(this.#arrival - Date.now()).then(() => {
        for (const other of channels)
          if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
      });
    }
  };
}
