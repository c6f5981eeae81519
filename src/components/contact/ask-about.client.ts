import { readViewedProducts } from '#lib/client/viewed-products.ts';
import { t } from '#lib/contract/text/t.ts';
import { ABOUT_PARAMETER } from '#lib/rules/routes/about-parameter.ts';

/** The name of a product that was viewed on this device, else its address. */
function nameOf(slug: string): string {
  try {
    return readViewedProducts().viewed.find((product) => product.slug === slug)?.name ?? slug;
  } catch {
    return slug;
  }
}

/** Fills in the subject of the contact form for a shopper who comes from a product's page. */
const slug = new URLSearchParams(location.search).get(ABOUT_PARAMETER);
const subject = document.querySelector<HTMLInputElement>('.contact [name=subject]');
if (slug && subject && !subject.value) subject.value = t('Question about {name}', { name: nameOf(slug) });
