import { useEffect, useState } from 'react';

/** Seconds left of a wait of `wait` seconds that began at `since` (milliseconds since 1970). */
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
