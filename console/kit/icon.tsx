const PATHS = {
  start: 'M2.5 7.5 8 3l5.5 4.5V13H9.5V9.5h-3V13h-4z',
  traffic: 'M2 5h9M8.5 2.5 11 5 8.5 7.5M14 11H5M7.5 8.5 5 11l2.5 2.5',
  orders: 'M3.5 2h6l3 3v9h-9zM6 8h4M6 11h4',
  buyers: 'M2.5 14V6L8 2.5 13.5 6v8M2 14h12M6 14v-4h4v4',
  records:
    'M3 4.5c0-1.1 2.2-2 5-2s5 .9 5 2-2.2 2-5 2-5-.9-5-2v7c0 1.1 2.2 2 5 2s5-.9 5-2v-7M3 8c0 1.1 2.2 2 5 2s5-.9 5-2',
  webhooks: 'M8 2v7M5 6l3 3 3-3M3 10v3.5h10V10',
  scenarios: 'M4.5 3v10l8-5z',
  director: 'M2.5 4h11v8h-11zM2.5 6.7h11M5 4v2.7M8 4v2.7M11 4v2.7',
  visitors: 'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3zM2 13c0-2.4 1.7-4 4-4s4 1.6 4 4M12 5v5M9.5 7.5h5',
  servers: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8v.1M5 11.3v.1M8 4.8h3M8 11.3h3',
  report: 'M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6.5',
  reference: 'M8 4C6.5 2.8 4.5 2.5 2.5 2.5v10c2 0 4 .3 5.5 1.5 1.5-1.2 3.5-1.5 5.5-1.5v-10c-2 0-4 .3-5.5 1.5zM8 4v10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.3 1.5',
  copy: 'M6 5.5h7.5V14H6zM10.5 5.5V2.5H3V11h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  right: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8z',
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  play: 'M5 3.5v9l7-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  reset: 'M3 3v3.5h3.5M3.2 6.3A5.2 5.2 0 1 1 2.8 9',
  out: 'M6.5 3H3v10h3.5M9.5 5l3 3-3 3M12.5 8H6',
  docs: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.3 6.5c0-1 .7-1.7 1.7-1.7s1.7.6 1.7 1.5c0 1.2-1.7 1.3-1.7 2.6M8 11v.2',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration beside words: hidden from screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
