import { signal } from '@preact/signals';
import { type IconName, type LoadPart, isForeign, session } from '../kit/kit.ts';

export interface Screen {
  /** The first segment of its address, and its icon; in words its title, and the heading in docs/console.md that explains it. */
  readonly path: IconName;
  /** `g` and this letter go there. */
  readonly letter: string;
  /** The screen that it stands below: the navigation has five items. */
  readonly within?: IconName;
  /** Only who may choose among sandboxes sees it: the operator, and everyone at a local server. */
  readonly isForOperator?: boolean;
  /** For the bundled API, or for any other; for both if absent. */
  readonly api?: 'bundled' | 'foreign';
  /** Each screen is a part of its own, loaded when it is first shown. */
  readonly load: LoadPart;
}

export const SCREENS: readonly Screen[] = [
  { path: 'start', letter: 's', load: () => import('../screens/start/start-screen.tsx') },
  {
    path: 'visitors',
    letter: 'v',
    within: 'start',
    isForOperator: true,
    load: () => import('../screens/demonstration.ts').then(({ Visitors }) => ({ default: Visitors })),
  },
  {
    path: 'servers',
    letter: 'm',
    within: 'start',
    isForOperator: true,
    load: () => import('../screens/servers/servers-screen.tsx'),
  },
  { path: 'traffic', letter: 't', load: () => import('../screens/traffic/traffic-screen.tsx') },
  { path: 'webhooks', letter: 'w', within: 'traffic', load: () => import('../screens/webhooks/webhooks-screen.tsx') },
  { path: 'report', letter: 'r', within: 'traffic', load: () => import('../screens/report/report-screen.tsx') },
  { path: 'orders', letter: 'o', api: 'bundled', load: () => import('../screens/orders/orders-screen.tsx') },
  {
    path: 'buyers',
    letter: 'b',
    within: 'orders',
    api: 'bundled',
    load: () => import('../screens/buyers/buyers-screen.tsx'),
  },
  { path: 'records', letter: 'o', api: 'foreign', load: () => import('../screens/records/records-screen.tsx') },
  { path: 'scenarios', letter: 'c', load: () => import('../screens/scenarios/scenarios-screen.tsx') },
  {
    path: 'director',
    letter: 'd',
    within: 'scenarios',
    load: () => import('../screens/demonstration.ts').then(({ Director }) => ({ default: Director })),
  },
  { path: 'reference', letter: 'e', load: () => import('../screens/reference/reference-screen.tsx') },
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
