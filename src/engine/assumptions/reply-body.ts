import { type Reply, jsonContent } from '../../kernel/http.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';

/** The context of an amendment. */
export interface Surroundings {
  readonly origin: string;
  readonly problemBase: string;
  readonly problems: ProblemCatalogue;
  /** Wall-clock time of the response, in milliseconds since the epoch. */
  readonly now: number;
}

export const withBody = (reply: Reply, change: (value: unknown) => unknown): Reply => {
  const { content } = reply;
  if (content === undefined || typeof content.body !== 'string') return reply;
  const value = change(content.value);
  return value === content.value ? reply : { ...reply, content: jsonContent(value, content.mediaType) };
};
