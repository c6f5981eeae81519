if (new RegExp(`[?&](?:${LISTING_PARAMETERS})=`).test(location.search)) document.documentElement.dataset.listing = 'pending';
