import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { address, link } from '../address/address.ts';
import { Icon } from '../kit/icon.tsx';
import { counts } from './counts.ts';
import { Reset } from './reset.tsx';
import { offeredScreens } from './screens.ts';

/** Left on a wide screen. At the bottom of a narrow one: four screens, and the others on demand. */
export const Navigation = () => {
  const current = address.value.segments[0];
  const isWhole = useSignal(false);
  useEffect(() => {
    isWhole.value = false;
  }, [current]);
  return (
    <nav class={`navigation ${isWhole.value ? 'navigation-whole' : ''}`} aria-label="Screens">
      <ul>
        {offeredScreens().map(({ path, title, icon, letter }) => {
          const count = counts.value[path];
          return (
            <li key={path}>
              <a
                href={link(path)}
                aria-current={path === current ? 'page' : undefined}
                title={`${title} (g ${letter})`}
              >
                <Icon name={icon} size={18} />
                <span class="navigation-title">{title}</span>
                {count !== undefined && count.number > 0 && (
                  <span class={`navigation-count ${count.isUrgent ? 'navigation-urgent' : ''}`}>
                    {count.number > 99 ? '99+' : count.number}
                    <span class="unseen"> {count.what}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
        <li class="navigation-more">
          <button
            type="button"
            aria-expanded={isWhole.value}
            onClick={() => {
              isWhole.value = !isWhole.value;
            }}
          >
            <Icon name="more" size={18} />
            More
          </button>
        </li>
      </ul>
      <Reset />
    </nav>
  );
};
