/** On phones the tabs are one line that scrolls: shows the current one. */
const tabs = document.querySelector('.a-tabs');
const current = tabs?.querySelector<HTMLElement>('[aria-current]');
if (tabs && current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
