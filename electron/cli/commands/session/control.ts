/** Controls a table from another terminal: snapshot, decide, mode, draw, leave, abort, say-result. */
import { Command, Option } from 'commander';
import type { Table } from '../../../../shared/bridge/contract.ts';
import { readHosted } from '../../../../shared/bridge/read-all.ts';
import { ParlorError } from '../../../../shared/errors.ts';
import type { Json } from '../../../../shared/json/value.ts';
import { type ControlMode, controlModeSchema, type Winner, winnerSchema } from '../../../../shared/tables/hooks.ts';
import type { BridgeClient } from '../../../owner/attach.ts';
import { helpText } from '../../arguments.ts';
import { createCommunityCall } from '../../community-calls.ts';
import { readRecordLines } from '../../follow-tables.ts';
import { type CommonOptions, commonOptions, withIdentity } from '../../open-core.ts';
import { inlineText, localTime } from '../../output/layout.ts';
import { print } from '../../output/print.ts';
import { printable } from '../../output/terminal.ts';
import { matchDecision } from '../../sessions/match-decision.ts';
import { keyParts } from '../../sessions/session-events.ts';
import { readState } from '../../sessions/session-state.ts';
import { printMembers } from './community.ts';
import { findTable, type TargetFlags, targetOptions } from './target.ts';

type Flags = CommonOptions & TargetFlags;

const tableCommand = (name: string, description: string) =>
  targetOptions(commonOptions(new Command(name)))
    .description(description)
    .option('--json', 'print one JSON object');

export const snapshotCommand = () =>
  tableCommand('snapshot', 'Show the state of a table and the decision it waits for.')
    .addHelpText('after', helpText('parlor session snapshot\nparlor session snapshot --state-dir "$STATE_DIR" --json'))
    .action((id: string | undefined, flags: Flags) =>
      withIdentity(flags, async ({ bridge }) => {
        const table = await findTable(bridge, id, flags);
        const snapshot = snapshotOf(table);
        printMembers(flags, snapshot, summaryOf(snapshot, table));
      }),
    );

/** The members that scripts rely on, and the full snapshot of the table. */
function snapshotOf(table: Table) {
  const { phase, role, protocol, control_mode, started_at, ask, problem, connection } = table;
  const phases = { joining: 'waiting_peer', playing: 'playing', finished: 'game_over', failed: 'ended' } as const;
  return {
    phase:
      phase === 'playing' && connection.quiet_since !== null && !connection.returning
        ? 'peer_unresponsive'
        : phases[phase],
    role,
    protocol_id: protocol.protocol_id,
    protocol_name: protocol.name,
    control_mode,
    started_at: new Date(started_at).toISOString(),
    timing: ask ? { ...keyParts(ask.key), deadline_at: ask.deadline_at } : null,
    view: table.view,
    problem,
    draw: table.draw,
    may_leave: table.stall !== null,
    table,
  };
}

const maxMoves = 5;

/** For a terminal: the newest moves and the question with its choices, without internal state. */
function summaryOf(snapshot: ReturnType<typeof snapshotOf>, { ask, peer, moves }: Table): object {
  const { table: _table, timing: _timing, view: _view, started_at, problem, ...fields } = snapshot;
  const question = ask && {
    key: ask.key,
    prompt: ask.prompt,
    choices: ask.choices.map(({ label, value }) => `${label} (${inlineText(value)})`),
    ...(ask.deadline_at !== null && { answer_by: localTime(ask.deadline_at) }),
  };
  return {
    ...fields,
    started: localTime(started_at),
    opponent: peer.nickname,
    ...(moves.length > 0 && { moves: moves.slice(-maxMoves).map(({ by, text }) => `${by}: ${text}`) }),
    question,
    ...(problem && { problem: problem.message }),
  };
}

export const decideCommand = () =>
  tableCommand('decide', 'Answer the question that a table waits for.')
    .requiredOption(
      '--decision <json>',
      'the answer and its question: {"round": 0, "choice": "rock"}, or {"key": ..., "answer": ...}',
    )
    .addHelpText(
      'after',
      helpText(
        `parlor session decide --decision '{"round": 0, "choice": "rock"}'`,
        '\nExit codes: 0 accepted, 1 rejected with the reason, 2 wrong arguments.',
      ),
    )
    .action(async (id: string | undefined, flags: Flags & { decision: string }) => {
      const decision = parseDecision(flags.decision);
      await withIdentity(flags, async ({ bridge }) => {
        const table = await findTable(bridge, id, flags);
        const { table_id, ask } = table;
        const match = matchDecision(decision, ask, await readAnsweredKeys(bridge, table_id));
        if (match.status === 'rejected') {
          process.exitCode = 1;
          const { reason } = match;
          return print(flags, {
            json: { ...match, open: ask?.key ?? null },
            text: () =>
              `Rejected: ${printable(reason)}. ${ask ? `The open question is ${printable(ask.key)}.` : 'No question is open.'}`,
          });
        }
        const { key, answer } = match;
        await bridge.tables.answer({ table_id, key, answer });
        print(flags, {
          json: { status: 'ok', decision: { ...keyParts(key), key, answer } },
          text: () => `Answered ${printable(key)} with: ${inlineText(answer)}`,
        });
      });
    });

export const modeCommand = () =>
  tableCommand('mode', 'Change who decides at a seat.')
    .addHelpText('after', helpText('parlor session mode --control-mode human'))
    .addOption(
      new Option(
        '--control-mode <mode>',
        'who decides: the hooks (autonomous), the hooks unless you intervene (hybrid), or you (human)',
      )
        .choices(controlModeSchema.options)
        .makeOptionMandatory(),
    )
    .action((id: string | undefined, flags: Flags & { controlMode: ControlMode }) =>
      withIdentity(flags, async ({ bridge }) => {
        const { table_id } = await findTable(bridge, id, flags);
        const control_mode = flags.controlMode;
        await bridge.tables.set_mode({ table_id, control_mode });
        printMembers(flags, { status: 'ok', table_id, control_mode });
      }),
    );

export const sayResultCommand = () =>
  tableCommand('say-result', 'Say who won a game that you played by hand, and report it.')
    .addOption(new Option('--winner <side>', 'who won').choices(winnerSchema.options).makeOptionMandatory())
    .addHelpText('after', helpText('parlor session say-result "$TABLE_ID" --winner guest'))
    .action((id: string | undefined, flags: Flags & { winner: Winner }) =>
      withIdentity(flags, async ({ bridge }) => {
        const { table_id, result } = await findTable(bridge, id, flags);
        const { winner } = flags;
        await bridge.tables.say_result({ table_id, winner });
        printMembers(flags, { status: 'ok', table_id, winner, told: result?.told?.winner ?? null });
      }),
    );

function parseDecision(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ParlorError('bad_arguments', '--decision must be JSON, e.g. {"round": 0, "choice": "rock"}.');
  }
}

/** Keys of the decisions this seat has made. */
async function readAnsweredKeys(bridge: BridgeClient, table_id: string): Promise<Set<string>> {
  const entries = (await readRecordLines(bridge, table_id, 0)).lines.map(({ entry }) => entry);
  return new Set(entries.flatMap((entry) => (entry.kind === 'decision' ? String(entry.key) : [])));
}

export const drawCommand = () =>
  tableCommand('draw', 'Offer a draw, or answer the offer of the other side.')
    .addHelpText(
      'after',
      helpText(
        'parlor session draw\nparlor session draw --state-dir "$STATE_DIR" --accept',
        '\nAn offer lapses with the next move. After it, a side may offer again once it has moved.',
      ),
    )
    .addOption(new Option('--accept', 'accept the offer: the game ends as a draw').conflicts('decline'))
    .addOption(new Option('--decline', 'decline the offer'))
    .action((id: string | undefined, flags: Flags & { accept?: true; decline?: true }) =>
      withIdentity(flags, async ({ bridge }) => {
        const { table_id } = await findTable(bridge, id, flags);
        const action = flags.accept ? 'accept' : flags.decline ? 'decline' : 'offer';
        await bridge.tables.draw({ table_id, action });
        const statuses = { offer: 'offered', accept: 'accepted', decline: 'declined' } as const;
        printMembers(flags, { status: statuses[action], table_id });
      }),
    );

export const leaveCommand = () =>
  tableCommand('leave', 'Leave a table unfinished, without losing, while the other side stalls.')
    .addHelpText(
      'after',
      helpText(
        'parlor session leave --state-dir "$STATE_DIR"',
        '\nPossible while the other side is away on its turn, or has used up its time. Otherwise nothing happens.',
      ),
    )
    .action((id: string | undefined, flags: Flags) =>
      withIdentity(flags, async ({ bridge }) => {
        const { table_id } = await findTable(bridge, id, flags);
        await bridge.tables.leave({ table_id });
        printMembers(flags, { status: 'left', table_id });
      }),
    );

export const abortCommand = () =>
  tableCommand('abort', 'End a table or withdraw an invitation, and report it to the community.')
    .addHelpText('after', helpText('parlor session abort --reason "have to go"'))
    .option('--reason <text>', 'a short reason')
    .action((id: string | undefined, flags: Flags & { reason?: string }) =>
      withIdentity(flags, async ({ bridge }) => {
        const post_id = await findOpenInvitation(bridge, id, flags);
        if (post_id !== null) {
          await bridge.tables.withdraw({ post_id });
          return printMembers(flags, { status: 'aborted', post_id });
        }
        const { table_id, session_id, phase } = await findTable(bridge, id, flags);
        if (phase === 'finished' || phase === 'failed')
          throw new ParlorError('session_terminal', 'This table has ended.');
        const isReported = session_id !== null && (await cancelSession(bridge, session_id, flags.reason));
        if (phase === 'joining') await bridge.tables.stop({ table_id });
        // The table may have started in the meantime.
        if ((await findTable(bridge, table_id, flags)).phase === 'playing') await bridge.tables.resign({ table_id });
        printMembers(flags, { status: 'aborted', table_id, session_id, community_told: isReported });
      }),
    );

/** The id of the selected invitation if no guest has joined yet, otherwise null. */
async function findOpenInvitation(bridge: BridgeClient, id: string | undefined, { stateDir }: TargetFlags) {
  const selectedId = id ?? (stateDir === undefined ? null : (await readState(stateDir)).post_id);
  const hosted = await readHosted(bridge);
  return hosted.find(({ post_id }) => post_id === selectedId)?.post_id ?? null;
}

/**
 * Must precede the end of the table, since the first reported end is final. Resolves with whether the community has recorded an end; if it
 * is unreachable, the end is reported later, as `failed`.
 */
async function cancelSession(bridge: BridgeClient, session_id: string, reason = 'aborted'): Promise<boolean> {
  try {
    const body = { status: 'cancelled' as const, reason };
    await createCommunityCall(bridge)('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body });
    return true;
  } catch (error) {
    if (error instanceof ParlorError && error.code !== 'invalid_field') return error.code === 'session_terminal';
    throw error;
  }
}
