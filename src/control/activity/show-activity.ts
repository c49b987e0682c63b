import { showEvent } from '../../engine/journal/live-journal.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { Activity } from './activity.ts';

/** The data of a message as JSON, without credentials. */
export const createShowActivity =
  (redactor: Redactor) =>
  (activity: Activity): string => {
    switch (activity.kind) {
      case 'exchange':
        return redactor.writeSummary(activity.entry);
      case 'event':
        return stringifyJson(showEvent(activity.event, redactor));
      case 'forgotten':
        return '{}';
      default:
        return stringifyJson(activity.data);
    }
  };
