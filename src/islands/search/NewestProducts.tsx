import { useStore } from '@nanostores/react';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { t } from '#lib/contract/text/t.ts';
import { coverPicture } from '#lib/rules/pictures/reference.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { langOf } from '#lib/site/script-language.ts';
import { $newest } from '#lib/state/search/newest.ts';

/** Pictures of the newest products, once they are loaded. */
export function NewestProducts() {
  const products = useStore($newest, { ssr: 'initial' });
  if (products.length === 0) return null;
  return (
    <>
      <p>{t('New arrivals')}</p>
      <ul className="search-newest">
        {products.map((product) => (
          <li key={product.product_id}>
            <a href={paths.product(product.slug)} lang={langOf(product.name)}>
              <Thumbnail reference={coverPicture(product)} alt="" />
              <span>{product.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
