import type { Config } from '../../config/config.ts';
import { isPrivate } from '../../edges/admin/access/is-loopback.ts';

/** What works, and may still not be what somebody wants who shares the server with others. */
export const toWarnings = (config: Config, hasOperator: boolean): string[] => {
  const open =
    config.controlAccess === 'open' && !isPrivate(config)
      ? [
          'the control API needs no token (--control-access open): everybody who reaches this server can steer and empty it, so publish its port on 127.0.0.1 only',
        ]
      : [];
  if (config.spec !== undefined) return open;
  if (config.mode === 'local')
    return isPrivate(config)
      ? []
      : [
          ...open,
          'other machines can reach this server, and the secrets of its fixed clients are public: for people who do not know each other use --mode hosted',
        ];
  return [
    ...(hasOperator
      ? []
      : [
          'without ADMIN_TOKEN in the environment nobody can create, list or drop sandboxes; those that were created before work',
        ]),
    ...(config.data === undefined
      ? ['sandboxes live in memory and end with the server: keep them with --data FOLDER']
      : []),
    ...(config.publicUrl?.startsWith('http://') === true
      ? ['tokens and secrets travel in the clear under a public URL that begins with http://']
      : []),
  ];
};
