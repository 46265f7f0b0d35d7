/** What holds for every command: variables it reads and codes it exits with, for the manual page and docs/command-line.md. */

export const environment = [
  ['PARLOR_DATA_DIR', 'The data directory, if --data-dir is not given.'],
  [
    'PARLOR_SERVER',
    'The community, if --server is not given; else the one chosen in the data directory, else the one on this computer.',
  ],
  ['PARLOR_PASSPHRASE_FILE', 'File that holds the passphrase, if --passphrase-fd is not given.'],
  ['PARLOR_WEB', 'auto, headless or off: the default of --web.'],
  ['PARLOR_ALLOW_SKELETON_HOOKS', '1, true or yes: the default of --allow-skeleton-hooks.'],
  [
    'PARLOR_DAEMON_STARTUP_TIMEOUT',
    'Seconds that --daemon waits for its first message: 30 for a host, 15 for a guest.',
  ],
  [
    'NODE_COMPILE_CACHE',
    'Where compiled code is cached between commands, instead of the user’s cache folder; NODE_DISABLE_COMPILE_CACHE=1 disables the cache.',
  ],
  ['NO_COLOR', 'If set, no colours are used.'],
] as const;

export const exitStatus = [
  ['0', 'Done.'],
  ['1', 'Refused or failed, or a check found a problem.'],
  ['2', 'Wrong arguments (bad_arguments); nothing was done.'],
] as const;
