import { type LiveState, createRevisions } from '../sandbox/live-state.ts';
import type { ControlCall } from './capsule.ts';

/** When a sandbox began, as several processes know it. */
export interface Beginning {
  /** Position after which it began; 0: not known to have begun anew. */
  readonly since: number;
  /** The release that filled it; undefined if none is known to have. */
  readonly version?: string;
  /** The number of the last record of each process until then, by its origin. */
  readonly marks: Readonly<Record<string, number>>;
}

export const UNKNOWN_BEGINNING: Beginning = { since: 0, marks: {} };

/** How a sandbox was steered since it began. */
export interface SteeringNotes {
  began: 'reset' | 'replaced';
  beginning: Beginning;
  /** `after` is the position of the preceding exchange. */
  controls: (ControlCall & { readonly after: number })[];
  /** Whether all control calls are kept. */
  isComplete: boolean;
}

export interface LiveSteering {
  /** The notes of an organization have changed, at most by one more control call. */
  readonly changed: (organization: string) => void;
  readonly forget: (organization: string) => void;
  readonly live: LiveState;
}

/** The control calls are parts, by their number. */
interface Captured extends Pick<SteeringNotes, 'began' | 'isComplete'> {
  readonly count: number;
  /** Absent in states that the releases before wrote. */
  readonly beginning?: Beginning;
}

/** Carries the control calls that one process notes to the others. */
export const createLiveSteering = (
  find: (organization: string) => SteeringNotes | undefined,
  make: (organization: string) => SteeringNotes,
): LiveSteering => {
  const revisions = createRevisions();
  const latest = new Map<string, number>();
  /** Revisions of the control calls that this process has noted. */
  const noted = new Map<string, Map<number, number>>();

  return {
    changed: (organization) => {
      const revision = revisions.next();
      latest.set(organization, revision);
      const own = noted.get(organization) ?? new Map<number, number>();
      noted.set(organization, own);
      const last = (find(organization)?.controls.length ?? 0) - 1;
      if (last >= 0 && !own.has(last)) own.set(last, revision);
    },
    forget: (organization) => {
      latest.delete(organization);
      noted.delete(organization);
    },
    live: {
      name: 'steering',
      revision: ({ uuid }) => latest.get(uuid) ?? 0,
      capture: ({ uuid }): Captured | undefined => {
        const notes = latest.has(uuid) ? find(uuid) : undefined;
        if (notes === undefined) return undefined;
        const { began, beginning, isComplete, controls } = notes;
        return { began, beginning, isComplete, count: controls.length };
      },
      partsSince: ({ uuid }, revision) =>
        new Map(
          [...(noted.get(uuid) ?? [])].flatMap(([index, at]) =>
            at > revision ? [[String(index), find(uuid)?.controls[index]] as const] : [],
          ),
        ),
      restore: ({ uuid }, captured, parts) => {
        noted.delete(uuid);
        if (captured === undefined) {
          latest.delete(uuid);
          const notes = find(uuid);
          if (notes !== undefined)
            Object.assign(notes, { began: 'reset', beginning: UNKNOWN_BEGINNING, controls: [], isComplete: true });
          return;
        }
        const { began, beginning = UNKNOWN_BEGINNING, isComplete, count } = captured as Captured;
        const notes = make(uuid);
        const controls = Array.from(
          { length: count },
          (_, index) =>
            (parts.get(String(index)) as SteeringNotes['controls'][number] | undefined) ?? notes.controls[index],
        );
        Object.assign(notes, { began, beginning, isComplete, controls: controls.filter((call) => call !== undefined) });
        latest.set(uuid, revisions.next());
      },
    },
  };
};
