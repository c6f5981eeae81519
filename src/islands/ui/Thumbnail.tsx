import { useEffect } from 'react';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';

interface Props {
  /** A picture reference (see rules/picture.ts); an empty one draws the placeholder. */
  reference: string;
  alt: string;
}

/** A product's small picture in a list of lines, with the frame and fallbacks of the shop's cards; Thumbnail.css sizes it, which the stylesheets of those lists import. */
export function Thumbnail({ reference, alt }: Props) {
  const src = thumbnailUrl(reference);
  // Tells early/pictures.js of a new picture.
  useEffect(() => {
    if (src) dispatchEvent(new Event('pictures'));
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
