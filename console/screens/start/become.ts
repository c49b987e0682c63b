import type { Persona } from '../../../src/generated/control-schemas.ts';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { clockWas, readClock } from '../../server/clock.ts';
import { toRefused } from '../../server/refusal.ts';
import { readSession } from '../../server/session.ts';


/** Makes the sandbox that of a persona; the toast takes it back. `again` reads what is shown. */
export const become = async ({ name, title }: Persona, again: () => void): Promise<void> => {
  const { snapshot, clock } = await call('POST', '/personas/{name}/activate', { path: { name } });
  clockWas(clock);
  await readSession();
  again();
  showToast(`This sandbox is that of a ${title.toLowerCase()} now.`, { undo: () => void restore(snapshot, again) });
};

const restore = async (snapshot: string, again: () => void): Promise<void> => {
  try {
    await call('POST', '/state/snapshots/{name}/restore', { path: { name: snapshot } });
    await readClock();
    await readSession();
    again();
    showToast('The sandbox is as it was.');
  } catch (error) {
    const { title, detail } = toRefused(error);
    showToast(`${title}. ${detail}`, { tone: 'bad' });
  }
};
