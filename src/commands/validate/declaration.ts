import type { CommandDetails } from '../command-line/declaration.ts';

export const VALIDATE: CommandDetails = {
  about: `FILE is an OpenAPI 3.0, 3.1 or 3.2 description (or a folder that contains one), an AsyncAPI 3 description, a file of
organizations, a scenario or a storyboard (or a folder of either), or fixtures of a sandbox (a folder, or a file, which is
validated together with the other files of its folder). The first key of a file determines its kind. Each error is printed as
FILE:LINE:COLUMN: MESSAGE. The exit code is 1 if there are errors.`,
  flags: {},
  wordChoices: 'files',
};
