import type { Tx } from '#api/database/schema/engine.ts';
import { enqueueShopMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { namedOption } from '#lib/rules/option-texts.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { variantQuery } from '#lib/rules/routes/variant-address.ts';

interface ProductBack {
  email: string;
  name: string;
  slug: string;
  option_name: string | null;
  variant_id: number | null;
  /** Null where the shopper waits for any variant; empty for the only one. */
  product_variation: string | null;
  /** Secret of the link that stops such mails. */
  token: string;
}

/** Enqueues the mail that a product is back in stock, as text and HTML, in the caller's transaction. */
export async function mailStockAlert(tx: Tx, settings: StoreSettings, back: ProductBack): Promise<void> {
  const { name, slug, option_name, variant_id, product_variation: variation, token } = back;
  const option = variation ? namedOption(option_name ?? undefined, variation) : '';
  const title = t('{product} is back in stock', { product: name });
  await enqueueShopMail(tx, settings, {
    to: back.email,
    subject: `${title} – ${settings.store_name}`,
    title,
    name: '',
    blocks: [
      {
        kind: 'paragraph',
        text: option
          ? t('you asked us to tell you: {product} is back in {option}.', { product: name, option })
          : t('you asked us to tell you: {product} is back.', { product: name }),
      },
      {
        kind: 'link',
        label: t('See {product}', { product: name }),
        url: SITE_URL + paths.product(slug) + (variant_id === null ? '' : variantQuery(variant_id)),
      },
      { kind: 'paragraph', text: t('This is the only email about your request. Others may order it before you.') },
      { kind: 'link', label: t('Stop such emails'), url: `${SITE_URL}${paths.stopAlert}?token=${token}` },
    ],
  });
}
