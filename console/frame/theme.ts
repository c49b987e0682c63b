import { signal } from '@preact/signals';

type Theme = 'system' | 'light' | 'dark';

const KEY = 'vatmock-theme';

const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
};

export const theme = signal<Theme>('system');

const show = (): void => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
};

export const applyTheme = (): void => {
  theme.value = stored();
  show();
};

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export const nextTheme = (): void => {
  theme.value = NEXT[theme.value];
  if (theme.value === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme.value);
  show();
};
