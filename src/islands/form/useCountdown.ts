import { useEffect, useState } from 'react';

/** Seconds left of a cooldown of `wait` seconds that started at `since` (Unix time in milliseconds). */
export function useCountdown(since: number, wait: number): number {
  const left = () => Math.max(0, Math.ceil(wait - (Date.now() - since) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const ticking = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(ticking);
  }, [since, wait]);
  return seconds;
}
