import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import { colourOf } from '#lib/rules/product/colour-names.ts';

interface Props {
  /** The colour's name, which stands beside it. */
  name: string;
  /** A picture reference, for a name that says no colour. */
  picture: string | undefined;
}

/** A dot of the colour that a name says, else a picture of it. It needs no stylesheet, and keeps its colour where the system sets all others. */
export function Swatch({ name, picture }: Props) {
  const colour = colourOf(name);
  if (colour)
    return (
      <svg width="20" height="20" aria-hidden="true">
        <circle cx="10" cy="10" r="9" fill={colour} stroke="currentColor" strokeOpacity="0.5" />
      </svg>
    );
  if (!picture) return null;
  return (
    <svg width="32" height="32" aria-hidden="true">
      <image href={thumbnailUrl(picture)} width="32" height="32" preserveAspectRatio="xMidYMid slice" />
    </svg>
  );
}
