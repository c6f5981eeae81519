/** The scripts of a product's page, which look for their elements when they are loaded. */
import '#components/gallery/Gallery.client.ts';
import '#components/product/Share.client.ts';
import '#components/slide-links.client.ts';
import '#components/wishlist/WishlistButton.client.ts';
