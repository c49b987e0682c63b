import { showEvent } from '../../engine/journal/live-journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { Activity } from './activity.ts';

/** The data of a message, without credentials. */
export const createShowActivity =
  (redactor: Redactor) =>
  (activity: Activity): unknown => {
    switch (activity.kind) {
      case 'exchange':
        return redactor.summarize(activity.entry);
      case 'event':
        return showEvent(activity.event, redactor);
      case 'forgotten':
        return {};
      default:
        return activity.data;
    }
  };
