import type { OwnTemplates } from '../../engine/scenarios/template.ts';

/** What scenarios may name of this API, as in `{{seller.uuid}}`. */
export const SCENARIO_TEMPLATES: OwnTemplates = {
  /** The partner in the path. */
  'seller.uuid': ({ partner }) => partner ?? null,
};
