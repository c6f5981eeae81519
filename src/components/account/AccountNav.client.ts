/** Scrolls the current section into view in the horizontal navigation of narrow screens, without moving the page. */
const current = document.querySelector<HTMLElement>('.account-nav [aria-current]');
const row = current?.closest('ul');
if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
