import { EmptyNext } from './EmptyNext.tsx';
import '#styles/ui/empty.css';

interface Props {
  title: string;
  text: string;
  /** Shape class of an icon; with it, products or categories to continue with are listed below. */
  icon?: 'bag' | 'heart' | 'parcel';
  className?: string;
  /** Where to go on, the likeliest first. */
  links: readonly (readonly [href: string, text: string])[];
}

export function EmptyState({ title, text, icon, className, links }: Props) {
  const buttons = links.map(([href, text], i) => (
    <a key={href} className={i === 0 ? 'button primary' : 'button'} href={href}>
      {text}
    </a>
  ));
  const empty = (
    <div className={className ? `empty ${className}` : 'empty'}>
      {icon && (
        <span className="empty-icon">
          <i className={`icon ${icon}`} />
        </span>
      )}
      <h2>{title}</h2>
      <p>{text}</p>
      {links.length > 1 ? <p className="cluster">{buttons}</p> : buttons}
    </div>
  );
  return icon ? (
    <div className="empty-page">
      {empty}
      <EmptyNext />
    </div>
  ) : (
    empty
  );
}
