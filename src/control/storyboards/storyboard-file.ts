import type { ConditionFile } from '../../generated/scenario-file.ts';
import type { Json } from '../../kernel/json.ts';

/**
 * A storyboard as written in its file: the shape that `storyboards/storyboard.schema.json` describes, where each member
 * is documented.
 */
export interface StoryboardFile {
  readonly storyboard: string;
  readonly title: string;
  readonly summary?: string;
  readonly minutes?: number;
  readonly clock: string;
  readonly seed?: string | number;
  readonly persona?: string;
  readonly chapters: readonly ChapterFile[];
}

export interface ChapterFile {
  readonly title: string;
  readonly steps: readonly StoryStepFile[];
}

export interface StoryStepFile {
  readonly title: string;
  readonly sentence: string;
  readonly look?: string;
  readonly notes?: string;
  readonly actions: readonly ActionFile[];
  readonly proof?: readonly ProofFile[];
}

/** The API that is called: the imitated one as a client, or the control API. */
export type CalledApi = 'service' | 'control';

/** A call in a file; exactly one of `call` and `control`. */
export interface CallFile {
  readonly call?: string;
  readonly control?: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

export type StatusFile = number | 'lost';

export interface ActionFile extends CallFile {
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Json;
  readonly upload?: Readonly<Record<string, string>>;
  readonly status?: StatusFile;
  readonly save?: Readonly<Record<string, string>>;
  readonly offContract?: true;
}

type ConditionsFile = Readonly<Record<string, ConditionFile>>;

/** Exactly one of `answer`, `call` and `control`. */
export interface ProofFile extends CallFile {
  readonly title: string;
  readonly answer?: number;
  readonly status?: StatusFile;
  readonly headers?: ConditionsFile;
  readonly body?: ConditionsFile;
}

export const calledBy = ({ call, control = '' }: CallFile): { readonly api: CalledApi; readonly id: string } =>
  call === undefined ? { api: 'control', id: control } : { api: 'service', id: call };

/** Steps in all chapters together. */
export const MOST_STORY_STEPS = 60;

/** Bytes; a storyboard of sixty steps takes half of it. */
export const LARGEST_STORYBOARD = 128 * 1024;
