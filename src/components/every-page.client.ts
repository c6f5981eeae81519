/** The scripts of every page in one file, so that a visit fetches them once. Each looks for its elements and does nothing without them. */
import '#directives/load-islands.client.ts';
import './add-speculation-rules.client.ts';
import './catalogue/ProductGrid.client.ts';
import './catalogue/quick-add.client.ts';
import './catalogue/row-buttons.client.ts';
import './header/AccountMenu.client.ts';
import './header/dropdowns.client.ts';
import './header/shrink-on-scroll.client.ts';
import './header/load-carousel.client.ts';
import './header/close-side-menus.client.ts';
import './header/load-flash-toasts.client.ts';
import './scroll/navigation-scroll.client.ts';
import './slide-links.client.ts';
import './wishlist/WishlistButton.client.ts';

// See NoScript.css.
document.documentElement.dataset['started'] = '';
