import { useEffect } from 'react';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';

interface Props {
  /** A picture reference (rules/pictures/reference.ts); '' renders the placeholder. */
  reference: string;
  alt: string;
  /** `span` inside a summary, which may contain no `div`. */
  frame?: 'div' | 'span';
}

/**
 * A small product picture with the frame and fallbacks of product cards. The stylesheets of its lists import Thumbnail.css, which
 * sizes it.
 */
export function Thumbnail({ reference, alt, frame: Frame = 'div' }: Props) {
  const src = thumbnailUrl(reference);
  useEffect(() => {
    if (src) dispatchWindowEvent('pictures');
  }, [src]);
  return (
    <Frame className="picture thumbnail">
      {src && (
        <picture>
          <img src={src} alt={alt} width={90} height={120} loading="lazy" />
        </picture>
      )}
    </Frame>
  );
}
