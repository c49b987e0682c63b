import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { toRefused } from '../server/call.ts';

/** What a handler says when it is done: words, and how to bring back what was lost. */
export type Done = string | { readonly text: string; readonly undo: () => unknown };

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly undo?: () => unknown;
}

export const toasts = signal<readonly Toast[]>([]);
let made = 0;

export const removeToast = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Long enough to read it and to reach the button. */
const SHOWN_FOR = 6000;
const SHOWN_LONG = 15_000;
const MOST = 4;

/** A line at the bottom that goes by itself: what was done, with its undo, or what did not work. */
export const showToast = (done: Done, tone: Toast['tone'] = 'plain'): void => {
  const toast: Toast = { id: ++made, tone, ...(typeof done === 'string' ? { text: done } : done) };
  toasts.value = [...toasts.value, toast].slice(-MOST);
  setTimeout(() => removeToast(toast.id), tone === 'bad' || toast.undo !== undefined ? SHOWN_LONG : SHOWN_FOR);
};

/** What did not work, and why. */
export const showRefusal = (error: unknown): void => {
  const { title, detail } = toRefused(error);
  showToast(`${title}. ${detail}`, 'bad');
};

export interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The verb on the button: "Reset the sandbox". */
  readonly verb: string;
  readonly danger?: boolean;
}

export const question = signal<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before something is lost: `if (await confirmDialog({...})) ...`. */
export const confirmDialog = (asked: Question): Promise<boolean> =>
  new Promise((resolve) => {
    question.value?.answer(false);
    question.value = {
      ...asked,
      answer: (yes) => {
        question.value = undefined;
        resolve(yes);
      },
    };
  });
