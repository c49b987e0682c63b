import type { ComponentType } from 'preact';
import type { IconName } from '../kit/icon.tsx';

export interface Screen {
  /** The first segment of its address; the start screen has none. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** `g` and this letter go there. */
  readonly letter: string;
  /** The page of `docs/` that explains it. */
  readonly docs: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Each screen is a part of its own, loaded when it is first shown. */
export const SCREENS: readonly Screen[] = [
  {
    ...{ path: '', title: 'Start', icon: 'start', letter: 's', docs: 'tour' },
    load: () => import('../screens/start/start-screen.tsx'),
  },
  {
    ...{ path: 'traffic', title: 'Traffic', icon: 'traffic', letter: 't', docs: 'coaching' },
    load: () => import('../screens/traffic/traffic-screen.tsx'),
  },
  {
    ...{ path: 'orders', title: 'Orders', icon: 'orders', letter: 'o', docs: 'workflow' },
    load: () => import('../screens/orders/orders-screen.tsx'),
  },
  {
    ...{ path: 'buyers', title: 'Buyers', icon: 'buyers', letter: 'b', docs: 'workflow' },
    load: () => import('../screens/buyers/buyers-screen.tsx'),
  },
  {
    ...{ path: 'webhooks', title: 'Webhooks', icon: 'webhooks', letter: 'w', docs: 'webhooks' },
    load: () => import('../screens/webhooks/webhooks-screen.tsx'),
  },
  {
    ...{ path: 'scenarios', title: 'Scenarios', icon: 'scenarios', letter: 'c', docs: 'scenarios' },
    load: () => import('../screens/scenarios/scenarios-screen.tsx'),
  },
  {
    ...{ path: 'report', title: 'Report', icon: 'report', letter: 'r', docs: 'coaching' },
    load: () => import('../screens/report/report-screen.tsx'),
  },
  {
    ...{ path: 'reference', title: 'Reference', icon: 'reference', letter: 'e', docs: 'operations' },
    load: () => import('../screens/reference/reference-screen.tsx'),
  },
];
