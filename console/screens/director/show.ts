import type { Show } from '../../../src/generated/control-schemas.ts';
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { type Refused, toRefused } from '../../server/refusal.ts';
import { changes } from '../../server/stream.ts';


interface Read {
  /** Null if nothing is played; undefined until it was read. */
  readonly show: Show | null | undefined;
  readonly refused: Refused | undefined;
}

const read = signal<Read>({ show: undefined, refused: undefined });
const asked = signal(false);

/** What is played in this sandbox, the same in every window that follows it. */
export const currentShow: ReadonlySignal<Read> = read;

/** Whether this window waits for a step that it asked for. */
export const isSteering: ReadonlySignal<boolean> = asked;

const shows = (show: Show | null): void => {
  read.value = { show, refused: undefined };
};

let reading = 0;

/** An answer that was overtaken by a later one is not shown. */
const readShow = async (): Promise<void> => {
  const mine = ++reading;
  try {
    const { show } = await call('GET', '/show');
    if (mine === reading) shows(show);
  } catch (error) {
    if (mine === reading) read.value = { show: read.value.show, refused: toRefused(error) };
  }
};

/** Follows the show while the component is shown. */
export const useShow = (): void =>
  useEffect(() => {
    const stop = changes('show').subscribe(() => void readShow());
    return () => {
      stop();
      read.value = { show: undefined, refused: undefined };
    };
  }, []);

const ask = async (send: () => Promise<{ readonly show: Show | null }>): Promise<void> => {
  if (asked.value) return;
  asked.value = true;
  try {
    const { show } = await send();
    reading++;
    shows(show);
  } catch (error) {
    const { title, detail } = toRefused(error);
    showToast(`${title}. ${detail}`, { tone: 'bad' });
  } finally {
    asked.value = false;
  }
};

export const nextStep = (): Promise<void> => ask(() => call('POST', '/show/next'));

export const stepBack = (): Promise<void> => ask(() => call('POST', '/show/back'));

/** Goes to a place of what is played: what a step shows, or the beginning of a chapter. */
export const goToStep = (storyboard: string, chapter: number, step?: number): Promise<void> =>
  ask(() => call('PUT', '/show', { body: { storyboard, chapter, ...(step === undefined ? {} : { step }) } }));

export const startShow = async (storyboard: string): Promise<void> => {
  const { show } = await call('PUT', '/show', { body: { storyboard } });
  reading++;
  shows(show);
};

export const stopShow = async (): Promise<void> => {
  await call('DELETE', '/show');
  reading++;
  shows(null);
};
