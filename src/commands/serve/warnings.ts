import type { Config } from '../../config/config.ts';
import { isPrivate } from '../../edges/admin/access/this-machine.ts';

/** Warnings for settings that work, but may be unsafe or surprising on a shared server. */
export const toWarnings = (config: Config, hasOperator: boolean): string[] => {
  const open =
    config.controlAccess === 'open' && !isPrivate(config)
      ? [
          'the control API needs no token (--control-access open): anyone who can reach this server can control and reset it, so publish its port on 127.0.0.1 only',
        ]
      : [];
  if (config.mode === 'local')
    return isPrivate(config)
      ? []
      : [
          ...open,
          'other machines can reach this server, and the secrets of its fixed clients are public: for users who do not trust each other, use --mode hosted',
        ];
  return [
    ...(hasOperator
      ? []
      : ['ADMIN_TOKEN is not set, so sandboxes cannot be created, listed or dropped; existing ones work']),
    ...(config.data === undefined && config.databaseUrl === undefined
      ? [
          'sandboxes are kept in memory and lost when the server stops: use --data FOLDER or --database-url URL to store them',
        ]
      : []),
    ...(config.publicUrl?.startsWith('http://') === true
      ? ['the public URL starts with http://, so tokens and secrets are sent unencrypted']
      : []),
  ];
};
