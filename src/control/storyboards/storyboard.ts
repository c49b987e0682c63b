import type { ChapterFile, StoryStepFile, StoryboardFile } from './storyboard-file.ts';

/** Where a storyboard comes from. */
export type StoryboardOrigin = 'bundled' | 'file' | 'uploaded';

export interface Storyboard {
  readonly name: string;
  readonly file: StoryboardFile;
  readonly origin: StoryboardOrigin;
  /** Path of its file; undefined for an upload. */
  readonly path: string | undefined;
  /** All steps, in order. */
  readonly steps: readonly StoryStep[];
}

/** A step with its place, counted from 1. */
export interface StoryStep {
  readonly chapter: number;
  readonly step: number;
  readonly of: ChapterFile;
  readonly file: StoryStepFile;
}

export const toStoryboard = (file: StoryboardFile, origin: StoryboardOrigin, path?: string): Storyboard => ({
  name: file.storyboard,
  file,
  origin,
  path,
  steps: file.chapters.flatMap((of, chapter) =>
    of.steps.map((step, index) => ({ chapter: chapter + 1, step: index + 1, of, file: step })),
  ),
});

export const seedOf = ({ file: { seed, storyboard } }: Storyboard): string => String(seed ?? storyboard);
