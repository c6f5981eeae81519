/** Adds a button that needs script. */
function addButton(row: Element, name: string, press: (button: HTMLButtonElement) => unknown): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'a-button';
  button.textContent = name;
  button.addEventListener('click', () => press(button));
  row.append(button);
}

const row = document.querySelector('[data-codes]');
const list = document.querySelector<HTMLElement>('#recovery-codes');
if (row && list) {
  addButton(row, 'Print', () => print());
  addButton(row, 'Copy', async (button) => {
    const codes = [...list.children].map((item) => item.textContent);
    await navigator.clipboard.writeText(codes.join('\n'));
    button.textContent = 'Copied';
  });
}
