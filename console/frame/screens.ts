import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { type IconName, isForeign, session } from '../kit/kit.ts';

export interface Screen {
  /** The first segment of its address. */
  readonly path: string;
  /** Also the heading in docs/console.md that explains it. */
  readonly title: string;
  readonly icon: IconName;
  /** `g` and this letter go there. */
  readonly letter: string;
  /** The screen that it stands below: the navigation has five items. */
  readonly within?: string;
  /** Only who may choose among sandboxes sees it: the operator, and everyone at a local server. */
  readonly isForOperator?: boolean;
  /** For the bundled API, or for any other; for both if absent. */
  readonly api?: 'bundled' | 'foreign';
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Each screen is a part of its own, loaded when it is first shown. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'start',
    title: 'Start',
    icon: 'start',
    letter: 's',
    load: () => import('../screens/start/start-screen.tsx'),
  },
  {
    path: 'visitors',
    title: 'Visitors',
    icon: 'visitors',
    letter: 'v',
    within: 'start',
    isForOperator: true,
    load: () => import('../screens/demonstration.ts').then(({ Visitors }) => ({ default: Visitors })),
  },
  {
    path: 'servers',
    title: 'Servers',
    icon: 'servers',
    letter: 'm',
    within: 'start',
    isForOperator: true,
    load: () => import('../screens/servers/servers-screen.tsx'),
  },
  {
    path: 'traffic',
    title: 'Traffic',
    icon: 'traffic',
    letter: 't',
    load: () => import('../screens/traffic/traffic-screen.tsx'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    icon: 'webhooks',
    letter: 'w',
    within: 'traffic',
    load: () => import('../screens/webhooks/webhooks-screen.tsx'),
  },
  {
    path: 'report',
    title: 'Report',
    icon: 'report',
    letter: 'r',
    within: 'traffic',
    load: () => import('../screens/report/report-screen.tsx'),
  },
  {
    path: 'orders',
    title: 'Orders',
    icon: 'orders',
    letter: 'o',
    api: 'bundled',
    load: () => import('../screens/orders/orders-screen.tsx'),
  },
  {
    path: 'buyers',
    title: 'Buyers',
    icon: 'buyers',
    letter: 'b',
    within: 'orders',
    api: 'bundled',
    load: () => import('../screens/buyers/buyers-screen.tsx'),
  },
  {
    path: 'records',
    title: 'Records',
    icon: 'records',
    letter: 'o',
    api: 'foreign',
    load: () => import('../screens/records/records-screen.tsx'),
  },
  {
    path: 'scenarios',
    title: 'Scenarios',
    icon: 'scenarios',
    letter: 'c',
    load: () => import('../screens/scenarios/scenarios-screen.tsx'),
  },
  {
    path: 'director',
    title: 'Director',
    icon: 'director',
    letter: 'd',
    within: 'scenarios',
    load: () => import('../screens/demonstration.ts').then(({ Director }) => ({ default: Director })),
  },
  {
    path: 'reference',
    title: 'Reference',
    icon: 'reference',
    letter: 'e',
    load: () => import('../screens/reference/reference-screen.tsx'),
  },
];

/** Whether there is something to direct: the bundled API has storyboards, for another one they are the user's own. */
export const hasStoryboards = signal(false);

/** Those that this session is offered. */
export const offeredScreens = (): readonly Screen[] => {
  const isOperator = session.value?.server.maySelectSandbox === true;
  const api = isForeign.value ? 'foreign' : 'bundled';
  return SCREENS.filter(
    (screen) =>
      (isOperator || screen.isForOperator !== true) &&
      (screen.api ?? api) === api &&
      (screen.path !== 'director' || !isForeign.value || hasStoryboards.value),
  );
};
