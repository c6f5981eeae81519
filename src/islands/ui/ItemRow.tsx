import type { ReactNode } from 'react';
import { formatPaise } from '#lib/rules/money.ts';
import { langOf } from '#lib/site/script-language.ts';
import { ProductName } from './ProductName.tsx';
import { Thumbnail } from './Thumbnail.tsx';

interface Props {
  picture: string;
  name: string;
  /** Link to the product; plain text without one. */
  href?: string;
  /** The line's total, in paise; undefined for a line that cannot be ordered. */
  total: number | undefined;
  children: ReactNode;
}

export function ItemRow({ picture, name, href, total, children }: Props) {
  return (
    <li>
      <Thumbnail reference={picture} alt={name} />
      <div>
        {href ? (
          <a href={href} lang={langOf(name)}>
            <ProductName name={name} />
          </a>
        ) : (
          <p lang={langOf(name)}>
            <ProductName name={name} />
          </p>
        )}
        {children}
      </div>
      {total !== undefined && (
        <p className="price" translate="no">
          {formatPaise(total)}
        </p>
      )}
    </li>
  );
}
