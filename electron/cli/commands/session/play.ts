/** A table that is being played, from another terminal: snapshot, decide, abort. */
import { Command } from 'commander';
import type { Table } from '../../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../../shared/errors.ts';
import type { Json } from '../../../../shared/json/value.ts';
import { type RecordLine, recordLineSchema } from '../../../../shared/tables/transcript.ts';
import type { BridgeClient } from '../../../owner/attach.ts';
import { keyParts } from '../../../sessions/course.ts';
import { matchDecision } from '../../../sessions/match.ts';
import { readState } from '../../../sessions/state.ts';
import { askThrough } from '../../ask.ts';
import { type CommonOptions, commonOptions, withIdentity } from '../../session.ts';
import { show } from './community.ts';
import { findTable, type TargetFlags, targetOptions } from './target.ts';

type Flags = CommonOptions & TargetFlags & { json?: true };

const playCommand = (name: string, description: string) =>
  targetOptions(commonOptions(new Command(name)))
    .description(description)
    .option('--json', 'one JSON object');

export const snapshotCommand = () =>
  playCommand('snapshot', 'show how a table stands, and what it asks').action((id: string | undefined, flags: Flags) =>
    withIdentity(flags, async ({ bridge }) => show(flags, snapshotOf(await findTable(bridge, id, flags)))),
  );

/** The words scripts know, with the whole table as the window has it. */
function snapshotOf(table: Table): object {
  const { phase, role, protocol, control_mode, started_at, ask, problem, connection } = table;
  const phases = { joining: 'waiting_peer', playing: 'playing', finished: 'game_over', failed: 'ended' } as const;
  return {
    phase: phase === 'playing' && connection.quiet_since !== null ? 'peer_unresponsive' : phases[phase],
    role,
    protocol_id: protocol.protocol_id,
    protocol_name: protocol.name,
    control_mode,
    started_at: new Date(started_at).toISOString(),
    timing: ask ? { ...keyParts(ask.key), deadline_at: ask.deadline_at } : null,
    view: table.view,
    problem,
    table,
  };
}

export const decideCommand = () =>
  playCommand('decide', 'answer what a table asks')
    .requiredOption(
      '--decision <json>',
      'names its question: {"round": 0, "choice": "rock"}, or {"key": ..., "answer": ...}',
    )
    .addHelpText('after', '\nExit codes: 0 taken; 1 refused, with the reason in one JSON line; 2 wrong arguments.')
    .action((id: string | undefined, flags: Flags & { decision: string }) =>
      withIdentity(flags, async ({ bridge }) => {
        const table = await findTable(bridge, id, flags);
        const { table_id, ask } = table;
        const match = matchDecision(readDecision(flags.decision), ask, await decided(bridge, table_id));
        if (match.status === 'rejected') {
          process.stdout.write(`${JSON.stringify({ ...match, open: ask?.key ?? null })}\n`);
          process.exitCode = 1;
          return;
        }
        const { key, answer } = match;
        await bridge.tables.answer({ table_id, key, answer });
        process.stdout.write(`${JSON.stringify({ status: 'ok', decision: { ...keyParts(key), key, answer } })}\n`);
      }),
    );

function readDecision(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ParlorError('bad_arguments', '--decision wants JSON, e.g. {"round": 0, "choice": "rock"}.');
  }
}

/** The keys this seat has answered. */
async function decided(bridge: BridgeClient, table_id: string): Promise<Set<string>> {
  const entries = (await wholeRecord(bridge, table_id)).map(({ entry }) => entry);
  return new Set(entries.flatMap((entry) => (entry.kind === 'decision' ? String(entry.key) : [])));
}

async function wholeRecord(bridge: BridgeClient, table_id: string): Promise<RecordLine[]> {
  const lines: RecordLine[] = [];
  for (let from = 0; ; ) {
    const { text, next } = await bridge.tables.record({ table_id, from });
    if (next === from) return lines;
    from = next;
    for (const line of text.trimEnd().split('\n')) lines.push(recordLineSchema.parse(JSON.parse(line)));
  }
}

export const abortCommand = () =>
  playCommand('abort', 'end a table, or the waiting for one, and tell the community')
    .option('--reason <text>', 'a few words why')
    .action((id: string | undefined, flags: Flags & { reason?: string }) =>
      withIdentity(flags, async ({ bridge }) => {
        const waiting = await waitingInvitation(bridge, id, flags);
        if (waiting !== null) {
          await bridge.tables.withdraw({ post_id: waiting });
          return show(flags, { status: 'aborted', post_id: waiting });
        }
        const { table_id, session_id, phase } = await findTable(bridge, id, flags);
        if (phase === 'finished' || phase === 'failed')
          throw new ParlorError('session_terminal', 'This table has ended.');
        const told = session_id !== null && (await cancel(bridge, session_id, flags.reason));
        if (phase === 'joining') await bridge.tables.stop({ table_id });
        // It may have begun meanwhile.
        if ((await findTable(bridge, table_id, flags)).phase === 'playing') await bridge.tables.resign({ table_id });
        show(flags, { status: 'aborted', table_id, session_id, community_told: told });
      }),
    );

async function waitingInvitation(bridge: BridgeClient, id: string | undefined, { stateDir }: TargetFlags) {
  const wanted = id ?? (stateDir === undefined ? null : (await readState(stateDir)).post_id);
  const { hosted } = await bridge.tables.hosting({});
  return hosted.find(({ post_id }) => post_id === wanted)?.post_id ?? null;
}

/** Said before the table ends, since the first word about an end is final. False where the community is away: it hears `failed` later. */
async function cancel(bridge: BridgeClient, session_id: string, reason = 'aborted'): Promise<boolean> {
  try {
    const body = { status: 'cancelled' as const, reason };
    await askThrough(bridge)('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body });
    return true;
  } catch (error) {
    if (error instanceof ParlorError && error.code !== 'invalid_field') return error.code === 'session_terminal';
    throw error;
  }
}
