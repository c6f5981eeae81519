/**
 * Styles of the first screen of home, listing and product. A page without products brings them too, because browsers that know compression
 * dictionaries load the next page as a difference to it. They fit into the round trip of its first response.
 */
import '#styles/ui/checkbox.css';
import '#components/home/BannerContent.css';
import '#components/home/BannerSection.css';
import '#components/listing/filters/Filters.css';
import '#components/listing/ListingResults.css';
import '#components/listing/Toolbar.css';
import '#components/gallery/Gallery.css';
import '#components/product/ProductLayout.css';
import '#components/wishlist/WishlistButton.css';
