/** What an operator has asked of a server: to take no new work, and perhaps to end then. */
export type DrainWish = 'drain' | 'stop';

/** Whether this server takes no new work, because an operator has asked for it or because the process ends. */
export interface DrainSwitch {
  readonly isOn: () => boolean;
  /** Milliseconds since it went on; 0 if it is off. */
  readonly onFor: () => number;
  /** What the operator has asked for; undefined if nothing, or no longer. */
  readonly wish: () => DrainWish | undefined;
  readonly ask: (wish: DrainWish | undefined) => void;
  /** The process ends, whatever the operator asks for. */
  readonly end: () => void;
  /** Calls back when an operator has asked for something else than before. */
  readonly listen: (changed: () => void) => void;
}

/** `elapsed` is monotonic time in milliseconds. */
export const createDrainSwitch = (elapsed: () => number): DrainSwitch => {
  let wish: DrainWish | undefined;
  let isEnding = false;
  let since: number | undefined;
  const listeners: (() => void)[] = [];

  const isOn = (): boolean => isEnding || wish !== undefined;
  const follow = (): void => {
    since = isOn() ? (since ?? elapsed()) : undefined;
  };

  return {
    isOn,
    onFor: () => (since === undefined ? 0 : elapsed() - since),
    wish: () => wish,
    ask: (next) => {
      if (next === wish) return;
      wish = next;
      follow();
      for (const changed of listeners) changed();
    },
    end: () => {
      isEnding = true;
      follow();
    },
    listen: (changed) => {
      listeners.push(changed);
    },
  };
};
