import { StoreError } from '../../../engine/sandbox/store.ts';
import type { After } from '../../../kernel/timers.ts';
import { type Target, nameOf } from './postgres-errors.ts';

/** Milliseconds between two looks, while anybody waits. */
const LOOK = 1000;

/** Looks at the same wait after which the database is asked: a lock may keep it waiting, too. */
const LATE = 5;

/**
 * A database may fall silent with its connections open: its machine stands still, or the network swallows what is sent.
 * Whoever waits for an answer could wait for half a minute, and those who queue behind for as long each. So when an answer
 * is late, the watch asks on a connection of its own whether the database answers at all. If not, all who wait are told at
 * once, and so is everybody else until it answers again.
 */
export const createSilenceWatch = ({
  target,
  isAnswering,
  after,
  noticed,
}: {
  readonly target: Target;
  /** Whether the database answers at all, be it with a refusal; resolves in a few seconds. */
  readonly isAnswering: () => Promise<boolean>;
  readonly after: After;
  readonly noticed?: ((message: string) => void) | undefined;
}) => {
  const waits = new Set<{
    readonly abandon: () => void;
    looks: number;
  }>();
  let timer: { readonly cancel: () => void } | undefined;
  let isSilent = false;
  let isClosed = false;

  const ask = async (): Promise<void> => {
    const wasSilent = isSilent;
    isSilent = !(await isAnswering());
    if (!isSilent) return;
    if (!wasSilent) noticed?.(toMessage(target));
    for (const { abandon } of waits) abandon();
  };

  const look = async (): Promise<void> => {
    let isLate = isSilent;
    for (const wait of waits) if (++wait.looks % LATE === 0) isLate = true;
    if (isLate) await ask();
  };

  const wind = (): void => {
    if (timer !== undefined || isClosed || (waits.size === 0 && !isSilent)) return;
    timer = after(LOOK, () => {
      void look().finally(() => {
        timer = undefined;
        wind();
      });
    });
  };

  return {
    /** Throws while the database is silent. */
    check: (): void => {
      if (isSilent) throw new StoreError(toMessage(target), { fault: 'unreachable' });
    },
    /** Waits for an answer; `abandon` makes the wait fail. */
    watch: <T>(answer: Promise<T>, abandon: () => void): Promise<T> => {
      const wait = { abandon, looks: 0 };
      waits.add(wait);
      wind();
      const leave = (): void => {
        waits.delete(wait);
      };
      answer.then(leave, leave);
      return answer;
    },
    close: (): void => {
      isClosed = true;
      timer?.cancel();
    },
  };
};

const toMessage = (target: Target): string =>
  `${nameOf(target)} does not answer: check its machine, and the network between here and there`;
