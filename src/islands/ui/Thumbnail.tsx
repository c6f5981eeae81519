import { useEffect } from 'react';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';

interface Props {
  /** A picture reference (rules/pictures/reference.ts); '' renders the placeholder. */
  reference: string;
  alt: string;
}

/**
 * A small product picture with the frame and fallbacks of product cards. The stylesheets of its lists import Thumbnail.css, which
 * sizes it.
 */
export function Thumbnail({ reference, alt }: Props) {
  const src = thumbnailUrl(reference);
  useEffect(() => {
    if (src) dispatchWindowEvent('pictures');
  }, [src]);
  return (
    <div className="picture thumbnail">
      {src && (
        <picture>
          <img src={src} alt={alt} width={90} height={120} loading="lazy" />
        </picture>
      )}
    </div>
  );
}
