import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';

/** A value of a file, or the name of a member. */
export interface Target {
  readonly path: Path;
  readonly isKey?: boolean;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Plain data of a file. */
interface ReadFile {
  readonly value: Json;
  /** Where in the text they are; of what does not exist, where its parent is. */
  readonly placesOf: (targets: readonly Target[]) => Promise<readonly Place[]>;
}

/**
 * Parses YAML, or JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export type ReadYaml = (text: string, file: string) => Promise<ReadFile>;
