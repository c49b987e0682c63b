interface Layer {
  readonly name: string;
  /** Folders of `src`; `*.ts` are its own files. */
  readonly folders: readonly string[];
}

/**
 * The layers of the house, from the ground up. A file imports from its own layer and from lower ones. No two folders import each
 * other, however long the way round, so that within a layer there is an order, too. `npm run layers` holds every import to it, and
 * `npm run generate` draws it into CONTRIBUTING.md.
 */
export const LAYERS: readonly Layer[] = [
  { name: 'values', folders: ['kernel', 'generated'] },
  { name: 'any API', folders: ['engine'] },
  { name: 'this API', folders: ['vat', 'identity'] },
  { name: 'around it', folders: ['control', 'edges'] },
  { name: 'program', folders: ['config', 'composition', 'commands', '*.ts'] },
];

/** Its folders are resources, which may know each other: an order needs its buyer, and a buyer's change its orders. Files may not. */
export const RESOURCES = 'src/vat/';

/** What this API's code has of the engine is what a user's has, and the package publishes. */
export const SDK = 'src/engine/sdk.ts';

/** What may import more of the engine, because the server asks it of the bundled API alone, and why. */
export const BESIDE_SDK: Readonly<Record<string, string>> = {
  'src/vat/policy/own-members.ts':
    'types alone: TypeScript lets an interface be extended only in the file that declares it; what runs takes any member',
};
