import { useEffect, useRef, useState } from 'react';
import { COPIED_MS } from '#lib/rules/timings.ts';

/** Copies what an element says. Where the page has no clipboard (plain http), what is selected is copied, or stays selected for the shopper. */
async function copy(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}

/** An order's number with a button that copies it; a note says so for two seconds (specification 2.8). */
export function CopyableOrderNumber({ number }: { number: string }) {
  const text = useRef<HTMLElement>(null);
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const fading = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(fading);
  }, [copies]);

  const copyNumber = async () => {
    if (text.current && (await copy(text.current))) setCopies(copies + 1);
  };
  return (
    <>
      <strong ref={text}>{number}</strong>
      <button type="button" className="icon-button" aria-label="Copy order number" onClick={() => void copyNumber()}>
        <i className="icon copy" />
      </button>
      <span role="status" className="copied">
        {copies > 0 && 'Copied!'}
      </span>
    </>
  );
}
