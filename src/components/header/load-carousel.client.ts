let isCarouselNeeded = false;
// Listens in the capture phase, because toggle events do not bubble. The carousel's script is fetched when one of its places first opens.
document.addEventListener(
  'toggle',
  ({ target }) => {
    isCarouselNeeded ||= (target as Element).matches('.mega>details,.carousel-fold>details');
    if (isCarouselNeeded) void import('./CategoryCarousel.client.ts').then(({ showCarousel }) => showCarousel());
  },
  true,
);
