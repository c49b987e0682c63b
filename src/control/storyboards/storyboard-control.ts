import type { InTurn } from '../../kernel/turns.ts';
import type { StoryboardFile } from './storyboard-file.ts';
import type { StoryboardRepository } from './storyboard-repository.ts';
import type { StoryboardWords } from './storyboard-words.ts';
import type { Storyboard } from './storyboard.ts';

/** The storyboards of each sandbox, and the parser for uploaded ones. */
export interface StoryboardControl extends Pick<StoryboardRepository, 'list' | 'need' | 'put' | 'remove'> {
  /** Parses and validates an upload; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inTurn?: InTurn) => Promise<StoryboardFile>;
  readonly readText: (storyboard: Storyboard) => Promise<string>;
  readonly toText: (file: StoryboardFile) => Promise<string>;
  /** The JSON Schema of storyboard files. */
  readonly schema: () => object;
  readonly words: () => StoryboardWords;
}
