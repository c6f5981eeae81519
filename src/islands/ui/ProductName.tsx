import { splitUnbroken } from '#lib/rules/text.ts';

/** A product's name that does not break within "T-Shirt". */
export function ProductName({ name }: { name: string }) {
  return splitUnbroken(name).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index}${part}`} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
