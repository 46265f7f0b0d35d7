/** `parlor service moderate`: what operators do to keep order. Each act is logged with the operator's name. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { ParlorError } from '../../shared/errors.ts';
import { asciiJson } from '../../shared/json/ascii.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { flagVariables, parseFlags, readDataLocation } from '../config.ts';
import { openForOperator } from '../storage/operator-access.ts';
import type { Command } from './command.ts';
import { acts, readActOptions } from './moderate-acts.ts';

const help = `Keeps order in a community, also while its services run. They follow within about a second.

  parlor service moderate ACT --data-dir DIR [--note TEXT] [--operator NAME]
  parlor service moderate ACT --database-url URL [...]

Members
  find NAME                   the keys of members by the beginning of their name or of a word in it, banned ones too

Reports
  reports [--all]             open reports of members, oldest first; --all: resolved ones too
  report ID                   a report with its evidence, and what the service can tell about it
  resolve ID [--outcome acted|dismissed] [--answer TEXT]
                              marks a report as resolved; who reported sees outcome and answer

Bans
  ban KEY                     refuses all requests of a public key, and closes its open tables
  unban KEY                   ends a ban
  ban-network ADDRESS[/BITS]  refuses all requests from an address, or from a range
  unban-network ADDRESS[/BITS]
  bans                        the banned keys and networks

Removals
  remove-invitation POST_ID   closes an open table;                    restore-invitation POST_ID until it would have expired
  remove-protocol ID          takes a protocol out of the directory;   restore-protocol ID
  remove-board ID             withdraws the board of a protocol;       restore-board ID
  remove-name KEY             replaces a member's name by the first digits of their key, and empties their bio;
                              restore-name KEY within 90 days, unless they have chosen another one
  empty-inbox KEY             deletes the messages that a member has received. Can't be undone
  erase KEY                   erases what a person has written, and bans the key; games of others stay whole. Can't be undone

Admission of new members
  admission [MODE]            who may register: open (everybody), codes (those with a code, and the keys of the list),
                              list (the keys of the list); without MODE, how it is
  new-code [--uses N] [--days N]  makes a code for N people (1) that works for N days (7), and shows it this once
  codes, revoke-code ID       the codes that still work; ends one
  admit KEY, unadmit KEY      puts a key on the list, or takes it off
  admitted                    the keys of the list

  log                         what operators have done, oldest first

  --data-dir DIR       the data directory of the service
  --database-url URL   its PostgreSQL database instead; better set in the environment, as ${flagVariables['database-url']}
  --note TEXT          why, for the log
  --operator NAME      who acts, for the log; by default the user of this computer, before sudo

The output is JSON lines. Texts of members in it are escaped: don't pass them to a terminal in another way. See docs/operators.md.
`;

/** The acts whose argument may be left out. */
const optional = (argument: string): boolean => argument.startsWith('[');

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name = '', ...rest] = args;
  const chosen = Object.hasOwn(acts, name) ? acts[name]! : null;
  if (!chosen) throw new ParlorError('unknown_option', `moderate takes one of ${Object.keys(acts).join(', ')}`);
  const hasArgument = chosen.argument !== null && rest[0] !== undefined && rest[0] !== '' && !rest[0].startsWith('-');
  if (chosen.argument !== null && !hasArgument && !optional(chosen.argument))
    throw new ParlorError('unknown_option', `Usage: moderate ${name} ${chosen.argument}`);
  const [argument, options] = hasArgument ? [rest[0]!, rest.slice(1)] : ['', rest];
  const flags = parseFlags(options, {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    note: { type: 'string' },
    operator: { type: 'string' },
    all: { type: 'boolean' },
    outcome: { type: 'string' },
    answer: { type: 'string' },
    uses: { type: 'string' },
    days: { type: 'string' },
  });
  const actOptions = readActOptions(flags);
  // Behind sudo, the user of this process is the service's.
  const operator = flags.operator ?? (env.SUDO_USER || userInfo().username);
  await using access = await openForOperator(readDataLocation(flags, env));
  const act = { operator, note: flags.note ?? '', now: Date.now(), ...actOptions };
  for await (const line of await chosen.run(access, argument, act)) {
    if (!process.stdout.write(`${asciiJson(line as JsonObject)}\n`)) await once(process.stdout, 'drain');
  }
  return 0;
}

export const moderate: Command = { help, run };
