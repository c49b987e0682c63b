import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What would be here, and the one command or button that makes it so. */
export const EmptyState = ({
  icon,
  title,
  children,
}: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) => (
  <div class="empty-state">
    {icon !== undefined && (
      <span class="empty-state-icon">
        <Icon name={icon} size={24} />
      </span>
    )}
    <h2>{title}</h2>
    {children}
  </div>
);
