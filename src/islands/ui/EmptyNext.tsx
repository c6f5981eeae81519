import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readViewedProducts } from '#lib/client/viewed-products.ts';
import type { ViewedProduct } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $storeInfo, refreshStoreInfo } from '#lib/state/store/store-info.ts';
import { Thumbnail } from './Thumbnail.tsx';
import './EmptyNext.css';

const MAX_ITEMS = 8;

function viewedProducts(): ViewedProduct[] {
  try {
    return readViewedProducts().viewed;
  } catch (error) {
    console.warn('Recently viewed products cannot be read', error);
    return [];
  }
}

interface Item {
  name: string;
  picture: string;
  href: string;
}

/** Links below an empty list: the products viewed on this device, else the shop's categories. */
export function EmptyNext() {
  const [viewed] = useState(viewedProducts);
  const { storeinfo } = useStore($storeInfo);
  const hasViewed = viewed.length > 0;
  useEffect(() => {
    if (!hasViewed) void refreshStoreInfo();
  }, [hasViewed]);
  const items: Item[] = hasViewed
    ? viewed.map(({ slug, name, picture }) => ({ name, picture, href: paths.product(slug) }))
    : (storeinfo?.sub_category_list ?? []).map(({ name, image }) => ({ name, picture: image, href: paths.category(name) }));
  if (items.length === 0) return null;
  return (
    <section className="empty-next" aria-labelledby="empty-next-title">
      <h2 id="empty-next-title">{hasViewed ? t('Recently viewed') : t('Shop by category')}</h2>
      <ul className="row">
        {items.slice(0, MAX_ITEMS).map(({ name, picture, href }) => (
          <li key={href} className="card">
            <Thumbnail reference={picture} alt="" />
            <h3>
              <a href={href}>{name}</a>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
