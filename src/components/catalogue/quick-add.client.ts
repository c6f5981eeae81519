import { loadModule } from '#lib/client/load-module.ts';
import { t } from '#lib/contract/text/t.ts';

/** Adds the button to the pictures of products that can be bought: it needs script. */
function addButtons(): void {
  for (const card of document.querySelectorAll('.card:not(.sold-out)')) {
    const [picture, heading, button] = card.querySelectorAll('.picture,h3,.wish');
    if (!button || card.querySelector('.quick-add')) continue;
    const add = document.createElement('button');
    add.type = 'button';
    add.className = 'icon-button quick-add';
    add.setAttribute('aria-label', t('Add {name} to cart', { name: heading?.textContent ?? '' }));
    picture?.append(add);
  }
}

document.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest('.quick-add');
  const link = button?.closest('.card')?.querySelector('a');
  if (!button || !link || button.hasAttribute('aria-busy')) return;
  if (!navigator.onLine) {
    dispatchEvent(new CustomEvent('unreachable', { detail: button }));
    return;
  }
  button.setAttribute('aria-busy', 'true');
  try {
    const { quickAdd } = await loadModule(() => import('#islands/product/quick-add.tsx'));
    await quickAdd(link);
  } catch {
    link.click();
  }
  button.removeAttribute('aria-busy');
});
addEventListener('pictures', addButtons);
addButtons();
