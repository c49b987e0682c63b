import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { toRefused } from '../server/refusal.ts';
import { isWatching, WATCHING } from '../server/session-state.ts';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toast.tsx';

export interface ButtonProps {
  /** One primary button per place; `danger` for what loses something. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** It changes something on the server: who only watches cannot press it, and reads why. */
  readonly changes?: boolean;
  readonly type?: 'button' | 'submit';
  /** For a switch: whether it is on. */
  readonly pressed?: boolean;
  readonly title?: string;
  /** The name for screen readers, if the words are not enough. */
  readonly label?: string;
  /** While a promise is pending the button waits; a refusal is shown as a toast. */
  readonly onClick?: (event: MouseEvent) => unknown;
  readonly children?: ComponentChildren;
}

export const Button = (props: ButtonProps) => {
  const {
    kind = 'plain',
    icon,
    small = false,
    disabled = false,
    changes = false,
    type = 'button',
    pressed,
    title,
    label,
    onClick,
    children,
  } = props;
  const isBusy = useSignal(false);
  const isBarred = changes && isWatching.value;
  const click = async (event: MouseEvent): Promise<void> => {
    if (isBusy.value) return;
    try {
      const result = onClick?.(event);
      if (!(result instanceof Promise)) return;
      isBusy.value = true;
      await result;
    } catch (error) {
      const { title: what, detail } = toRefused(error);
      showToast(`${what}. ${detail}`, { tone: 'bad' });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type={type}
      class={`button button-${kind} ${small ? 'button-small' : ''} ${children === undefined ? 'button-icon' : ''}`}
      disabled={disabled || isBarred}
      aria-busy={isBusy.value}
      aria-pressed={pressed}
      aria-label={label}
      title={isBarred ? WATCHING : (title ?? (children === undefined ? label : undefined))}
      onClick={(event) => void click(event)}
    >
      {icon !== undefined && <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  );
};
