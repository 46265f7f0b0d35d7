import type { Permissions } from './clients.ts';

/** The permissions of a new client: nothing is allowed yet. */
export const noPermissions: Permissions = {
  play_unrated: false,
  play_rated: false,
  host: false,
  read_messages: false,
  send_messages: false,
  tables_at_once: 1,
  games_per_hour: 12,
};
