import type { Finding } from '../../engine/coaching/finding.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { ClockReading } from '../clock/sandbox-time.ts';
import type { DeliveryChange } from './delivery-change.ts';
import type { ScenarioChange } from './scenario-change.ts';
import type { StateChange } from './state-changes.ts';

/** The kinds of activity in a sandbox that a stream can carry. */
export type ActivityKind = 'exchange' | 'event' | 'delivery' | 'clock' | 'scenario' | 'finding' | 'state' | 'show';

/** One message of a stream. Exchanges and events are recorded as they are, and redacted when they are serialized. */
export type Activity =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'event'; readonly event: EmittedEvent }
  | { readonly kind: 'delivery'; readonly data: DeliveryChange }
  | { readonly kind: 'clock'; readonly data: ClockChangeNews }
  | { readonly kind: 'scenario'; readonly data: ScenarioChange }
  | { readonly kind: 'finding'; readonly data: FindingNews }
  | { readonly kind: 'state'; readonly data: StateChange }
  | { readonly kind: 'show'; readonly data: ShowNews }
  /** The journal was cleared: belongs to the exchanges. */
  | { readonly kind: 'forgotten' };

interface ClockChangeNews extends ClockReading {
  /** RFC 3339 date-time. */
  readonly wallTime: string;
}

/** A finding that is new in the report. */
type FindingNews = Pick<Finding, 'rule' | 'title' | 'clientId' | 'subject' | 'detail' | 'certain'>;

/** Where a show is; `storyboard` is null when it has ended. */
export interface ShowNews {
  readonly storyboard: string | null;
  readonly status: 'ready' | 'playing' | 'failed' | 'finished' | 'ended';
  readonly played: number;
}
