import type { LiveParts, LiveState } from '../../engine/sandbox/live-state.ts';
import type { Replica } from '../../engine/sandbox/replica.ts';
import type { StoryboardFile } from '../storyboards/storyboard-file.ts';
import { type Storyboard, type StoryboardOrigin, toStoryboard } from '../storyboards/storyboard.ts';
import type { RestorePoint } from './restore-point.ts';
import { type Pace, type PlayedStep, type Show, interrupt } from './show.ts';
import type { Shows } from './shows.ts';

export interface LiveShowsParts {
  readonly shows: Pick<Shows, 'of' | 'place' | 'formerOf' | 'revisionsOf'>;
  readonly replica: Pick<Replica, 'id'>;
}

/** Where a show is. Its storyboard and its steps are parts, which name the show: those of former ones may still be there. */
interface CapturedShow extends Pick<Show, 'id' | 'startedAt' | 'origin' | 'saved'> {
  readonly playedBy?: string;
  readonly pace?: Omit<Pace, 'cancel'>;
  /** One for each step that was played. */
  readonly points: readonly (RestorePoint | null)[];
}

interface CapturedStoryboard {
  readonly id: string;
  readonly file: StoryboardFile;
  readonly origin: StoryboardOrigin;
  readonly path?: string;
}

type CapturedStep = { readonly id: string } & Pick<PlayedStep, 'savedBefore' | 'calls' | 'proof' | 'look'> & {
    readonly failure?: string;
  };

const STORYBOARD = 'storyboard';

const stepName = (index: number): string => `step-${String(index)}`;

/** Shows, which all processes of a store follow: one step writes where the show is, and the step. */
export const createLiveShows = ({ shows, replica }: LiveShowsParts): LiveState => {
  /** Shows of which the store has a step that this process no longer plays. */
  const outdated = new Set<string>();

  const isPlayedHere = (show: Show | undefined): boolean => show?.playedBy === replica.id;

  const restoreShow = (organization: string, captured: CapturedShow, parts: LiveParts): void => {
    const known = shows.of(organization) ?? shows.formerOf(organization);
    const former = known?.id === captured.id ? known : undefined;
    // Only this process changes what it plays; but others may stop the pace.
    const isKept = isPlayedHere(former) && captured.playedBy === replica.id;
    const storyboard = storyboardIn(parts, captured.id) ?? former?.storyboard;
    const played = isKept ? former?.played : playedSteps(captured, storyboard, former, parts);
    if (storyboard === undefined || played === undefined) {
      shows.place(organization, undefined);
      return;
    }
    const { id, startedAt, origin } = captured;
    const show = former ?? {
      id,
      storyboard,
      startedAt,
      origin,
      played: [],
      saved: {},
      playedBy: undefined,
      pace: undefined,
    };
    if (!isKept) {
      show.played.splice(0, show.played.length, ...played);
      show.saved = captured.saved;
      show.playedBy = captured.playedBy;
    }
    show.pace = paceOf(show, captured);
    if (!isKept && isPlayedHere(show)) {
      interrupt(show);
      outdated.add(organization);
    }
    shows.place(organization, show);
  };

  return {
    name: 'show',
    revision: ({ uuid }) => shows.revisionsOf(uuid)?.latest ?? 0,
    capture: ({ uuid }): CapturedShow | undefined => {
      outdated.delete(uuid);
      const show = shows.of(uuid);
      if (show === undefined) return undefined;
      const { id, startedAt, origin, saved, playedBy, pace, played } = show;
      return {
        ...{ id, startedAt, origin, saved },
        ...(playedBy === undefined ? {} : { playedBy }),
        ...(pace === undefined
          ? {}
          : { pace: { secondsPerStep: pace.secondsPerStep, nextAt: pace.nextAt, by: pace.by } }),
        points: played.map(({ before }) => before ?? null),
      };
    },
    partsSince: ({ uuid }, revision) => {
      const show = shows.of(uuid);
      const revisions = shows.revisionsOf(uuid);
      const parts = new Map<string, unknown>();
      if (show === undefined || revisions === undefined) return parts;
      if (revisions.storyboard > revision) parts.set(STORYBOARD, captureStoryboard(show));
      for (const [index, step] of show.played.entries())
        if ((revisions.steps.get(index) ?? 0) > revision) parts.set(stepName(index), captureStep(show, step));
      return parts;
    },
    isOutdated: ({ uuid }) => outdated.has(uuid),
    restore: ({ uuid }, captured, parts) => {
      outdated.delete(uuid);
      if (captured === undefined) shows.place(uuid, undefined);
      else restoreShow(uuid, captured as CapturedShow, parts);
    },
  };
};

const captureStoryboard = ({ id, storyboard: { file, origin, path } }: Show): CapturedStoryboard => ({
  ...{ id, file, origin },
  ...(path === undefined ? {} : { path }),
});

const captureStep = ({ id }: Show, { savedBefore, calls, proof, look, failure }: PlayedStep): CapturedStep => ({
  ...{ id, savedBefore, calls: [...calls], proof, look },
  ...(failure === undefined ? {} : { failure }),
});

const storyboardIn = (parts: LiveParts, id: string): Storyboard | undefined => {
  const part = parts.get(STORYBOARD) as CapturedStoryboard | undefined;
  return part?.id === id ? toStoryboard(part.file, part.origin, part.path) : undefined;
};

/** Undefined if one is missing. */
const playedSteps = (
  { id, points }: CapturedShow,
  storyboard: Storyboard | undefined,
  former: Show | undefined,
  parts: LiveParts,
): PlayedStep[] | undefined => {
  const played: PlayedStep[] = [];
  for (const [index, point] of points.entries()) {
    const part = parts.get(stepName(index)) as CapturedStep | undefined;
    const at = storyboard?.steps[index];
    const known = former?.played[index];
    const step = part?.id === id && at !== undefined ? toStep(part, at) : known;
    if (step === undefined) return undefined;
    step.before = point ?? undefined;
    played.push(step);
  }
  return played;
};

const toStep = ({ savedBefore, calls, proof, look, failure }: CapturedStep, at: PlayedStep['at']): PlayedStep => ({
  ...{ at, before: undefined, savedBefore, calls: [...calls], proof, look, failure },
});

/** The same object if it is the same, with its timer. */
const paceOf = ({ pace: own }: Show, { pace }: CapturedShow): Pace | undefined => {
  if (
    own !== undefined &&
    own.nextAt === pace?.nextAt &&
    own.by === pace.by &&
    own.secondsPerStep === pace.secondsPerStep
  )
    return own;
  own?.cancel?.();
  return pace && { ...pace, cancel: undefined };
};
