import type { ComponentProps } from 'react';
import './WishlistGrid.css';

/** The list of saved products. */
export const WishlistGrid = (props: ComponentProps<'ul'>) => <ul className="wishlist" {...props} />;
