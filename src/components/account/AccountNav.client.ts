/** On narrow screens the sections are a row that scrolls sideways: the current one is brought into it, without moving the page. */
const current = document.querySelector<HTMLElement>('.account-nav [aria-current]');
const row = current?.closest('ul');
if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
