/** The acts of `moderate`: each reads its argument, runs one transaction at most, and returns the lines of its output. */
import { z } from 'zod';
import { limits } from '../../shared/community/limits.ts';
import { complaintOutcome } from '../../shared/community/order-shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { hex64, postId } from '../../shared/signing/grammar.ts';
import { findAllByName } from '../agents/find-by-name.ts';
import {
  admissionMode,
  admissionModes,
  admitKey,
  createCode,
  revokeCode,
  setAdmission,
  unadmitKey,
} from '../order/admission.ts';
import {
  type ComplaintRow,
  complaintById,
  evidenceOf,
  examine,
  listComplaints,
  resolveComplaint,
} from '../order/complaints.ts';
import { ban, erase, unban } from '../order/key-bans.ts';
import type { Act } from '../order/log.ts';
import { banNetwork, toNetwork, unbanNetwork } from '../order/networks.ts';
import {
  emptyInbox,
  removeBoard,
  removeInvitation,
  removeName,
  removeProtocol,
  restoreBoard,
  restoreInvitation,
  restoreName,
  restoreProtocol,
} from '../order/removals.ts';
import type { OperatorAccess } from '../storage/operator-access.ts';
import type { Writer } from '../storage/schema.ts';
import { iso } from '../time.ts';

const optionSchemas = {
  outcome: complaintOutcome,
  answer: z.string().max(limits.complaint_answer_characters),
  uses: z.coerce.number().int().min(1).max(100_000),
  days: z.coerce.number().int().min(1).max(365),
};

/** The options of acts. Throws ParlorError `unknown_option`. */
export function readActOptions(
  flags: { all?: boolean | undefined } & { [Name in keyof typeof optionSchemas]?: string | undefined },
) {
  const read = <Name extends keyof typeof optionSchemas>(name: Name) =>
    flags[name] === undefined
      ? undefined
      : (parse(optionSchemas[name] as z.ZodType, flags[name], `a value of --${name}`) as z.infer<
          (typeof optionSchemas)[Name]
        >);
  return {
    all: flags.all ?? false,
    outcome: read('outcome') ?? null,
    answer: read('answer') ?? null,
    uses: read('uses') ?? 1,
    days: read('days') ?? 7,
  };
}

type ActWithOptions = Act & ReturnType<typeof readActOptions>;

interface ActCommand {
  /** The name of its argument, in brackets if it may be left out; null without one. */
  argument: string | null;
  run(
    access: OperatorAccess,
    argument: string,
    act: ActWithOptions,
  ): Promise<readonly object[] | AsyncIterable<object>>;
}

function parse<T>(schema: z.ZodType<T>, text: string, name: string): T {
  const result = schema.safeParse(text);
  if (!result.success) throw new ParlorError('unknown_option', `"${text}" is not ${name}`);
  return result.data;
}
const number = z.coerce.number().int().positive();
const keyOf = (text: string) => parse(hex64, text, 'a public key of 64 hex digits');
const protocolIdOf = (text: string) => parse(hex64, text, 'the id of a protocol');
const postIdOf = (text: string) => parse(postId, text, 'the id of an invitation');
const reportIdOf = (text: string) => parse(number, text, 'the number of a report');
const codeIdOf = (text: string) => parse(number, text, 'the number of a code');

/** An act on one subject, in one transaction. `change` resolves with what its line says beside event and subject. */
function actOn<Subject extends string | number>(
  { argument, event, subject }: { argument: string; event: string; subject: string },
  readSubject: (text: string) => Subject,
  change: (db: Writer, subject: Subject, act: ActWithOptions) => Promise<object | undefined>,
): ActCommand {
  return {
    argument,
    async run({ transaction }, text, act) {
      const value = readSubject(text);
      const facts = await transaction((db) => change(db, value, act));
      return [{ event, [subject]: value, ...facts }];
    },
  };
}

const onKey = (event: string, change: (db: Writer, public_key: string, act: Act) => Promise<object | undefined>) =>
  actOn({ argument: 'KEY', event, subject: 'public_key' }, keyOf, change);
const onProtocol = (event: string, change: (db: Writer, protocol_id: string, act: Act) => Promise<void>) =>
  actOn({ argument: 'ID', event, subject: 'protocol_id' }, protocolIdOf, async (...parts) => nothing(change(...parts)));
const onInvitation = (event: string, change: (db: Writer, post_id: string, act: Act) => Promise<void>) =>
  actOn({ argument: 'POST_ID', event, subject: 'post_id' }, postIdOf, async (...parts) => nothing(change(...parts)));
const onNetwork = (event: string, change: (db: Writer, network: string, act: Act) => Promise<boolean>) =>
  actOn({ argument: 'ADDRESS[/BITS]', event, subject: 'network' }, toNetwork, (...parts) =>
    changedBy(change(...parts)),
  );

const nothing = (change: Promise<void>): Promise<undefined> => change.then(() => undefined);
/** Whether there was anything to change. */
const changedBy = async (change: Promise<boolean>) => ({ changed: await change });

export const acts: { readonly [name: string]: ActCommand } = {
  find: {
    argument: 'NAME',
    run: async ({ db }, name) =>
      (await findAllByName(db, name)).map(({ public_key, nickname, created_at, banned_at }) => ({
        public_key,
        name: nickname,
        banned: banned_at !== null,
        registered_at: iso(created_at),
      })),
  },
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
  resolve: actOn({ argument: 'ID', event: 'resolved', subject: 'report' }, reportIdOf, (db, id, act) => {
    const { outcome, answer } = act;
    return nothing(resolveComplaint(db, id, { outcome, answer }, act));
  }),
  ban: onKey('banned', (...parts) => changedBy(ban(...parts))),
  unban: onKey('unbanned', (...parts) => changedBy(unban(...parts))),
  'ban-network': onNetwork('banned', banNetwork),
  'unban-network': onNetwork('unbanned', unbanNetwork),
  bans: {
    argument: null,
    async run({ db }) {
      const keys = await db.selectFrom('ban').selectAll().orderBy('banned_at').execute();
      const networks = await db.selectFrom('banned_network').selectAll().orderBy('banned_at').execute();
      return [...keys, ...networks].map(({ banned_at, ...subject }) => ({ ...subject, banned_at: iso(banned_at) }));
    },
  },
  'remove-invitation': onInvitation('removed', removeInvitation),
  'restore-invitation': onInvitation('restored', restoreInvitation),
  'remove-protocol': onProtocol('removed', removeProtocol),
  'restore-protocol': onProtocol('restored', restoreProtocol),
  'remove-board': onProtocol('removed', removeBoard),
  'restore-board': onProtocol('restored', restoreBoard),
  'remove-name': onKey('removed', (...parts) => nothing(removeName(...parts))),
  'restore-name': onKey('restored', (...parts) => nothing(restoreName(...parts))),
  'empty-inbox': onKey('emptied', async (...parts) => ({ messages: await emptyInbox(...parts) })),
  erase: onKey('erased', (...parts) => nothing(erase(...parts))),
  admission: {
    argument: '[MODE]',
    async run({ db, transaction }, text, act) {
      if (text !== '') {
        const mode = parse(z.enum(admissionModes), text, `one of ${admissionModes.join(', ')}`);
        await transaction((writer) => setAdmission(writer, mode, act));
      }
      return [{ admission: await admissionMode(db) }];
    },
  },
  'new-code': {
    argument: null,
    async run({ transaction }, _, act) {
      const { uses, days, now } = act;
      const expires_at = now + days * 86_400_000;
      const { code_id, code } = await transaction((db) => createCode(db, { uses, expires_at }, act));
      return [{ code_id, code, uses, expires_at: iso(expires_at) }];
    },
  },
  codes: {
    argument: null,
    async run({ db }, _, { now }) {
      const rows = await db
        .selectFrom('admission_code')
        .select(['code_id', 'uses_left', 'created_at', 'expires_at'])
        .where('uses_left', '>', 0)
        .where('expires_at', '>', now)
        .orderBy('code_id')
        .execute();
      return rows.map(({ created_at, expires_at, ...row }) => ({
        ...row,
        created_at: iso(created_at),
        expires_at: iso(expires_at),
      }));
    },
  },
  'revoke-code': actOn({ argument: 'ID', event: 'revoked', subject: 'code_id' }, codeIdOf, (...parts) =>
    nothing(revokeCode(...parts)),
  ),
  admit: onKey('admitted', (...parts) => changedBy(admitKey(...parts))),
  unadmit: onKey('unadmitted', (...parts) => changedBy(unadmitKey(...parts))),
  admitted: {
    argument: null,
    run: async ({ db }) =>
      (await db.selectFrom('admitted_key').selectAll().orderBy('admitted_at').execute()).map(
        ({ public_key, admitted_at }) => ({ public_key, admitted_at: iso(admitted_at) }),
      ),
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

async function* presentComplaints(rows: AsyncIterable<ComplaintRow>) {
  for await (const row of rows) yield presentComplaint(row);
}

function presentComplaint(row: ComplaintRow) {
  const { outcome, answer } = row;
  return {
    report: row.complaint_id,
    state: row.state,
    ...(row.state === 'resolved' && { outcome, answer }),
    at: iso(row.created_at),
    about: evidenceOf(row).kind,
    reason: row.reason,
    words: row.words,
    reporter: { public_key: row.reporter_key, name: row.reporter_name },
    accused: { public_key: row.accused_key, name: row.accused_name, bio: row.accused_bio },
  };
}
