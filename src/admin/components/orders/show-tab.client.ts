/** On phones the tabs are in one line that scrolls. Browsers do not scroll it for the focus while a part of the focused tab is seen. */
const tabs = document.querySelector<HTMLElement>('.a-tabs-line');
const current = tabs?.querySelector<HTMLElement>('[aria-current]');
if (tabs && current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
tabs?.addEventListener('focusin', ({ target }) =>
  (target as HTMLElement).scrollIntoView({ block: 'nearest', inline: 'nearest' }),
);
