{
  const wanted = Number(new URLSearchParams(location.search).get(VARIANT_PARAMETER));
  const island = document.currentScript.previousElementSibling;
  const { packed } = wanted ? JSON.parse(island.getAttribute('props')) : {};
  const rows = packed ? packed[1].rows[1].split(' ') : [];
  let id = 0;
  for (const row of rows) {
    const [distance, ...cells] = row.split(',');
    id += Number(distance);
    if (id !== wanted) continue;
    const [, price, picture] = cells.splice(-3);
    for (const [i, value] of cells.entries()) {
      const fields = island.querySelectorAll(`[name=size${i ? i + 1 : ''}]`);
      if (fields[0].options) fields[0].selectedIndex = Number(value) + 1;
      else fields[value].checked = true;
    }
    const [now, mrp] = packed[1].prices[1][price][1].split(' ').map(Number);
    const off = mrp > now ? Math.floor(((mrp - now) * 100) / mrp) : 0;
    const format = (rupees) => `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
    for (const part of island.querySelectorAll('.price')) part.textContent = format(now);
    for (const part of island.querySelectorAll('.mrp, .off')) part.hidden = !off;
    for (const part of island.querySelectorAll('.off')) part.textContent = part.textContent.replace(/\d+/, off);
    island.querySelector('s').textContent = format(mrp);
    const slides = document.querySelector('.gallery .views');
    const slide = slides.children[picture || 0];
    // On a desktop all of them are in view: this one comes first.
    if (slides.scrollWidth > slides.clientWidth)
      slides.scrollTo({ left: slide.offsetLeft - slides.children[0].offsetLeft, behavior: 'instant' });
    else slide.style.order = -1;
  }
}
