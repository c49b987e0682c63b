import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What would be here, and the one command or button that makes it so. */
export const EmptyState = ({
  icon,
  title,
  isPage = false,
  children,
}: {
  readonly icon?: IconName;
  readonly title: string;
  /** All that the page has: its title is that of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}) => (
  <div class="empty-state">
    {icon !== undefined && (
      <span class="empty-state-icon">
        <Icon name={icon} size={24} />
      </span>
    )}
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </div>
);
