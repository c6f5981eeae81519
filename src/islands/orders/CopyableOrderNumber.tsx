import { useEffect, useRef, useState } from 'react';
import { copyText } from '#lib/client/copy-text.ts';
import { t } from '#lib/contract/text/t.ts';
import { COPIED_MS } from '#lib/site/timings.ts';

/** An order number with a copy button; confirms a copy for two seconds (specification, order details). */
export function CopyableOrderNumber({ number }: { number: string }) {
  const text = useRef<HTMLElement>(null);
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copyNumber = async () => {
    if (await copyText(number)) setCopies(copies + 1);
    // Selects the number for copying by hand.
    else if (text.current) getSelection()?.selectAllChildren(text.current);
  };
  return (
    <>
      <strong ref={text} translate="no">
        {number}
      </strong>
      <button type="button" className="icon-button" aria-label={t('Copy order number')} onClick={() => void copyNumber()}>
        <i className="icon copy" />
      </button>
      <span role="status" className="copied">
        {copies > 0 && t('Copied!')}
      </span>
    </>
  );
}
