import { ask } from '../kit/ask.tsx';
import { Icon } from '../kit/icon.tsx';
import { showToast } from '../kit/toast.tsx';
import { call } from '../server/call.ts';
import { readClock } from '../server/clock.ts';
import { toRefused } from '../server/refusal.ts';
import { isWatching, WATCHING } from '../server/session-state.ts';

/** Where the state from before the last reset is kept. */
const BEFORE = 'before-the-reset';

const reset = async (): Promise<void> => {
  const isSure = await ask({
    title: 'Reset the sandbox?',
    text: 'Orders, buyers, webhooks and documents go back to the initial data, and the clock to now. Journal, coverage and findings are emptied.',
    verb: 'Reset the sandbox',
    danger: true,
  });
  if (!isSure) return;
  // A sandbox that is too large for a snapshot is reset without a way back.
  const canUndo = await call('PUT', '/state/snapshots/{name}', { path: { name: BEFORE } }).then(
    () => true,
    () => false,
  );
  await call('POST', '/reset');
  await readClock();
  showToast('The sandbox is as new', canUndo ? { undo: () => void undo() } : {});
};

const undo = async (): Promise<void> => {
  try {
    await call('POST', '/state/snapshots/{name}/restore', { path: { name: BEFORE } });
    await readClock();
    showToast('Records and clock are back; the journal stays empty');
  } catch (error) {
    const { title, detail } = toRefused(error);
    showToast(`${title}. ${detail}`, { tone: 'bad' });
  }
};

const resetSafely = async (): Promise<void> => {
  try {
    await reset();
  } catch (error) {
    const { title, detail } = toRefused(error);
    showToast(`${title}. ${detail}`, { tone: 'bad' });
  }
};

export const Reset = ({ small = false }: { readonly small?: boolean }) => (
  <button
    type="button"
    class={small ? 'shell-reset' : ''}
    {...(isWatching.value ? { disabled: true, title: WATCHING } : {})}
    onClick={() => void resetSafely()}
  >
    <Icon name="reset" size={small ? 14 : 18} />
    <span>Reset …</span>
  </button>
);
