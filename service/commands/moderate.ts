/** `parlor service moderate`: what operators do to keep order. Each act is logged with the operator's name. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { asciiJson } from '../../shared/json/ascii.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { hex64, postId } from '../../shared/signing/grammar.ts';
import { flagVariables, parseFlags, readDataLocation } from '../config.ts';
import { type Act, ban, erase, removeInvitation, removeName, resolveComplaint, unban } from '../order/acts.ts';
import { type ComplaintRow, complaintById, evidenceOf, examine, listComplaints } from '../order/complaints.ts';
import { type OperatorAccess, openForOperator } from '../storage/operator-access.ts';
import { iso } from '../time.ts';
import type { Command } from './command.ts';

const help = `Keeps order in a community, also while its services run. They follow within about a second.

  parlor service moderate ACT --data-dir DIR [--note TEXT] [--operator NAME]
  parlor service moderate ACT --database-url URL [...]

  reports [--all]            open reports of members, oldest first; --all: resolved ones too
  report ID                  a report with its evidence, and what the service can tell about it
  resolve ID                 marks a report as resolved
  ban KEY                    refuses all requests of a public key, and closes its open tables
  unban KEY                  ends a ban
  bans                       the banned keys
  remove-invitation POST_ID  closes an open table
  remove-name KEY            replaces a member's name by the first digits of their key, and empties their bio
  erase KEY                  erases what a person has written, and bans the key; games of others stay whole. Can't be undone
  log                        what operators have done, oldest first

  --data-dir DIR       the data directory of the service
  --database-url URL   its PostgreSQL database instead; better set in the environment, as ${flagVariables['database-url']}
  --note TEXT          why, for the log
  --operator NAME      who acts, for the log; by default the user of this computer

The output is JSON lines. Texts of members in it are escaped: don't pass them to a terminal in another way. See docs/operators.md.
`;

/** Resolves with the lines of its output. */
type Run = (
  access: OperatorAccess,
  argument: string,
  act: Act & { all: boolean },
) => Promise<readonly object[] | AsyncIterable<object>>;

const parse = <T>(schema: z.ZodType<T>, text: string, name: string): T => {
  const result = schema.safeParse(text);
  if (!result.success) throw new ParlorError('unknown_option', `"${text}" is not ${name}`);
  return result.data;
};
const keyOf = (text: string) => parse(hex64, text, 'a public key of 64 hex digits');
const reportIdOf = (text: string) => parse(z.coerce.number().int().positive(), text, 'the number of a report');

const acts: { readonly [name: string]: { argument: string | null; run: Run } } = {
  reports: {
    argument: null,
    run: async ({ db }, _, { all }) => presentComplaints(listComplaints(db, { all })),
  },
  report: {
    argument: 'ID',
    async run({ db }, id) {
      const row = await complaintById(db, reportIdOf(id));
      return [{ ...presentComplaint(row), evidence: evidenceOf(row), findings: await examine(db, row) }];
    },
  },
  resolve: {
    argument: 'ID',
    async run({ transaction }, id, act) {
      const complaint_id = reportIdOf(id);
      await transaction((db) => resolveComplaint(db, complaint_id, act));
      return [{ event: 'resolved', report: complaint_id }];
    },
  },
  ban: {
    argument: 'KEY',
    run: ({ transaction }, key, act) =>
      changeBan(key, (db, public_key) => ban(db, public_key, act), transaction, 'banned'),
  },
  unban: {
    argument: 'KEY',
    run: ({ transaction }, key, act) =>
      changeBan(key, (db, public_key) => unban(db, public_key, act), transaction, 'unbanned'),
  },
  bans: {
    argument: null,
    run: async ({ db }) =>
      (await db.selectFrom('ban').selectAll().orderBy('banned_at').execute()).map(({ public_key, banned_at }) => ({
        public_key,
        banned_at: iso(banned_at),
      })),
  },
  'remove-invitation': {
    argument: 'POST_ID',
    async run({ transaction }, text, act) {
      const post_id = parse(postId, text, 'the id of an invitation');
      await transaction((db) => removeInvitation(db, post_id, act));
      return [{ event: 'removed', post_id }];
    },
  },
  'remove-name': {
    argument: 'KEY',
    async run({ transaction }, key, act) {
      const public_key = keyOf(key);
      await transaction((db) => removeName(db, public_key, act));
      return [{ event: 'removed', public_key }];
    },
  },
  erase: {
    argument: 'KEY',
    async run({ transaction }, key, act) {
      const public_key = keyOf(key);
      await transaction((db) => erase(db, public_key, act));
      return [{ event: 'erased', public_key }];
    },
  },
  log: {
    argument: null,
    run: async ({ db }) =>
      (await db.selectFrom('operator_act').selectAll().orderBy('act_id').execute()).map(({ at, ...entry }) => ({
        ...entry,
        at: iso(at),
      })),
  },
};

async function changeBan(
  key: string,
  change: (db: Parameters<typeof ban>[0], public_key: string) => Promise<boolean>,
  transaction: OperatorAccess['transaction'],
  event: string,
): Promise<object[]> {
  const public_key = keyOf(key);
  const changed = await transaction((db) => change(db, public_key));
  return [{ event, public_key, changed }];
}

async function* presentComplaints(rows: AsyncIterable<ComplaintRow>) {
  for await (const row of rows) yield presentComplaint(row);
}

function presentComplaint(row: ComplaintRow) {
  return {
    report: row.complaint_id,
    state: row.state,
    at: iso(row.created_at),
    about: evidenceOf(row).kind,
    reason: row.reason,
    words: row.words,
    reporter: { public_key: row.reporter_key, name: row.reporter_name },
    accused: { public_key: row.accused_key, name: row.accused_name, bio: row.accused_bio },
  };
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name = '', ...rest] = args;
  const chosen = Object.hasOwn(acts, name) ? acts[name]! : null;
  if (!chosen) throw new ParlorError('unknown_option', `moderate takes one of ${Object.keys(acts).join(', ')}`);
  const [argument, options] = chosen.argument === null ? ['', rest] : [rest[0] ?? '', rest.slice(1)];
  if (chosen.argument !== null && (argument === '' || argument.startsWith('-')))
    throw new ParlorError('unknown_option', `Usage: moderate ${name} ${chosen.argument}`);
  const flags = parseFlags(options, {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    note: { type: 'string' },
    operator: { type: 'string' },
    all: { type: 'boolean' },
  });
  const operator = flags.operator ?? userInfo().username;
  await using access = await openForOperator(readDataLocation(flags, env));
  const act = { operator, note: flags.note ?? '', now: Date.now(), all: flags.all ?? false };
  for await (const line of await chosen.run(access, argument, act)) {
    if (!process.stdout.write(`${asciiJson(line as JsonObject)}\n`)) await once(process.stdout, 'drain');
  }
  return 0;
}

export const moderate: Command = { help, run };
