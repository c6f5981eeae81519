{
  const [fonts] = document.querySelector('style').sheet.cssRules;
  // A font of the device has no rule.
  const file = fonts.media && fonts.cssRules[0].style.getPropertyValue('src');
  let isSaved;
  try {
    isSaved = localStorage.getItem(FONT_KEY) === file;
  } catch {}
  if (file) {
    const isUsed = isSaved || matchMedia(fonts.media.mediaText).matches;
    // Kept as it is now: text would move if a phone that is turned got another font.
    fonts.media.mediaText = isUsed ? 'all' : 'not all';
    // For the next page: on this one it would take bandwidth from what is painted, and move text that is being read.
    if (!isUsed)
      addEventListener('settled', () => {
        new FontFace('next', file)
          .load()
          .then(() => localStorage.setItem(FONT_KEY, file))
          .catch(() => {});
      });
  }
}
