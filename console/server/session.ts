import { computed, signal } from '@preact/signals';
import type { ConsoleSession } from '../../src/generated/control-schemas.ts';

/** Undefined until the server has said it. */
export const session = signal<ConsoleSession>();

export const endSession = (): void => {
  if (session.value !== undefined) session.value = { ...session.value, kind: 'nobody' };
};

/** Whether this session can change nothing: an audience that was invited to watch. */
export const isWatching = computed(() => session.value?.permission === 'watch');

/** Whether the API is a user's own description: records of any kind stand in place of orders and buyers. */
export const isForeign = computed(() => session.value?.server.isForeign === true);

/** The screen that shows what the sandbox holds. */
export const recordsScreen = (): string => (isForeign.value ? 'records' : 'orders');

export const WATCHING = 'You are invited to watch: only those who present change something here.';
