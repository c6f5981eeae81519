import { useEffect, useState } from 'react';

/** Seconds left of a cooldown of `wait` seconds that started at `since` (Unix time in milliseconds). */
export function useCountdown(since: number, wait: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil(wait - (Date.now() - since) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    setSeconds(secondsLeft());
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, [since, wait]);
  return seconds;
}
