/** Counts down the time in which an action can be undone, and takes its button away at the end. */
const element = document.querySelector<HTMLElement>('[data-undo-left]');
const until = Date.now() + Number(element?.dataset['undoLeft'] ?? 0) * 1000;

const timer = setInterval(() => {
  const left = Math.ceil((until - Date.now()) / 1000);
  if (!element || left <= 0) {
    clearInterval(timer);
    element?.closest('form')?.remove();
    return;
  }
  element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} min are over`;
}, 1000);
