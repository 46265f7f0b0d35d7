/**
 * Replays the record of a table through the engine and its hooks, with the recorded answers and the messages of the other side, to
 * reconstruct the game at each line.
 */
import { setImmediate } from 'node:timers/promises';
import { type Problem, toProblem } from '../../../shared/errors.ts';
import { canonicalOrPlainJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { withoutChatText } from '../../../shared/tables/chat-text.ts';
import { createEngine, defaultHeartbeat } from '../../../shared/tables/engine.ts';
import type { Effect, GameState, TableEvent, UntimedEvent } from '../../../shared/tables/engine-types.ts';
import { actionOf } from '../../../shared/tables/frames.ts';
import {
  answerValueSchema,
  controlModeSchema,
  directionFrom,
  type Question,
  questionSchema,
  type Role,
  roleSchema,
} from '../../../shared/tables/hooks.ts';
import { frameOfEntry, type RecordLine } from '../../../shared/tables/record.ts';
import { indexOfKind } from '../../../shared/tables/record-order.ts';
import type { HookHost } from '../../hooks/hook-host.ts';

/** Lines after which the rest of this process has its turn. Not every line calls the hooks, which would leave it one. */
const linesBetweenPauses = 64;

export interface RecordRunInput {
  spec: Spec;
  hooks: HookHost;
  lines: readonly RecordLine[];
  extraArgs: string[];
}

export interface RecordStep {
  line: RecordLine;
  /** The question that was open before this line, with the hooks' state at that moment; always null for hooks without `decide`. */
  question: { state: Json; ask: Question } | null;
  /** Number of moves before this line. */
  moves: number;
  /** The hooks' state after this line; empty for hooks without `view`. */
  state: Json;
  /** The game after this line. */
  game: GameState;
  /** Why the hooks do not match the record here: the problem that ended their game, or `history_differs`. */
  problem: Problem | null;
}

const differsProblem: Problem = {
  code: 'history_differs',
  message: 'The code of this game, run over the messages of this record, plays differently from the record.',
};

/** A step for each line from the start of the game on, up to the first with a problem. Throws `mode_unsupported`. */
export async function* runRecord({ spec, hooks, lines, extraArgs }: RecordRunInput): AsyncGenerator<RecordStep> {
  const startIndex = indexOfKind(lines, 'start');
  const startEntry = lines[startIndex]?.entry;
  const role: Role | undefined = roleSchema.safeParse(startEntry?.role).data;
  if (!startEntry || !role) return;
  const mode = flowMode(spec);
  const control_mode = controlModeSchema.safeParse(startEntry.control_mode).data ?? 'human';
  const engine = createEngine({
    role,
    // An autonomous agent would play on its own during the run.
    control_mode: control_mode === 'autonomous' ? 'hybrid' : control_mode,
    spec,
    options: isJsonObject(startEntry.options) ? startEntry.options : {},
    manner: typeof startEntry.manner === 'string' ? startEntry.manner : null,
    extraArgs,
    hooks_hash: hooks.hash,
    methods: hooks.methods,
    paceMs: 0,
    heartbeat: { ...defaultHeartbeat, intervalMs: 0 },
  });
  let openQuestion: RecordStep['question'] = null;
  let state: Json = {};
  let unixMs = 0;
  let eventCount = 0;
  /** Frames sent by the engine that the record has not reached yet. */
  const unmatchedFrames: JsonObject[] = [];

  /**
   * Returns whether the engine accepted the event. The clock stands still, so that no timer fires. In free chat, which has no timers, it
   * follows the record, because messages are rate-limited.
   */
  async function dispatch(event: UntimedEvent): Promise<boolean> {
    eventCount += 1;
    const now = mode === 'free' ? unixMs : 0;
    const moment = { now, at: unixMs, entropy: eventCount.toString(16).padStart(32, '0') };
    let accepted = true;
    for (const effect of engine.handle({ ...event, ...moment } as TableEvent)) {
      if (effect.type === 'refused') accepted = false;
      else if (effect.type === 'call') await completeCall(effect);
      else if (effect.type === 'record' && effect.entry.kind === 'frame' && 'frame' in effect.entry)
        if (effect.entry.direction === 'sent') unmatchedFrames.push(effect.entry.frame);
    }
    return accepted;
  }

  async function completeCall({ call, method, args }: Extract<Effect, { type: 'call' }>): Promise<void> {
    if (method === 'view') state = args[0] as Json;
    if (method === 'decide') {
      const ask = questionSchema.safeParse(args[1]).data;
      openQuestion = ask ? { state: args[0] as Json, ask } : null;
    }
    // Hooks may play differently without a user: they get the recorded control mode.
    const callArgs = method === 'init' ? [{ ...(args[0] as JsonObject), control_mode, sent: sentFrames }] : args;
    const event = await (method === 'decide' ? Promise.resolve(null) : hooks.call(method, callArgs)).then(
      (value): UntimedEvent => ({ type: 'hook_result', call, value }),
      (error: unknown): UntimedEvent => ({ type: 'hook_failed', call, problem: toProblem(error) }),
    );
    await dispatch(event);
  }

  /** What hooks drew at random is known from these alone. A chat draws nothing, but may be long. */
  const sentFrames = lines.flatMap(({ entry }) => {
    const frame = mode !== 'free' && entry.kind === 'frame' && entry.direction === 'sent' ? frameOfEntry(entry) : null;
    return frame && validateMessage(spec, frame, directionFrom(role)).length === 0 ? withoutChatText(spec, frame) : [];
  });
  const lastSentSeq = lines.findLast(({ entry }) => entry.kind === 'frame' && entry.direction === 'sent')?.seq ?? -1;

  /** Returns whether the engine does what the line records. */
  async function replayLine({ entry, seq }: RecordLine): Promise<boolean> {
    const { outcome } = engine.game((time) => time);
    switch (entry.kind) {
      case 'start':
        if (entry !== startEntry) return false;
        await dispatch({ type: 'start' });
        await dispatch({ type: 'set_mode', control_mode: 'hybrid' });
        return true;
      case 'frame': {
        const frame = frameOfEntry(entry);
        if (entry.direction === 'sent') {
          // Leaving a free chat is not recorded as a decision, only as the `end` that it sends.
          const isLeaving =
            mode === 'free' && frame !== null && actionOf(frame) === 'end' && unmatchedFrames.length === 0;
          if (isLeaving) await dispatch({ type: 'abort', problem: { code: 'resigned', message: '' } });
          const expected = unmatchedFrames.shift();
          return expected !== undefined && frame !== null && comparableText(expected) === comparableText(frame);
        }
        return !outcome && frame !== null && dispatch({ type: 'frame', frame });
      }
      case 'decision': {
        const value = answerValueSchema.safeParse(entry.value).data;
        if (outcome || value === undefined) return false;
        // The game ended before this answer was sent.
        if (seq > lastSentSeq) return true;
        return dispatch({ type: 'answer', key: String(entry.key), value });
      }
      case 'end': {
        const { completed, winner = null, conceded, agreed } = entry;
        const isEarly = conceded !== undefined || agreed !== undefined;
        if (outcome) return outcome.completed === completed && outcome.winner === winner && !isEarly;
        return completed !== true || isEarly;
      }
      default:
        return true;
    }
  }

  /** The final view of a game that did not end by its own rules, e.g. by a concession or by agreement. */
  async function finalView({ entry }: RecordLine): Promise<Json> {
    const { completed, winner, reason } = entry;
    const end = { completed: completed === true, ...(winner ? { winner } : {}), ...(reason ? { reason } : {}) };
    const finalState = hooks.methods.has('session_end') ? await hooks.call('session_end', [state, end]) : state;
    return hooks.call('view', [finalState]);
  }

  for (const [index, line] of lines.slice(startIndex).entries()) {
    if (index % linesBetweenPauses === linesBetweenPauses - 1) await setImmediate();
    unixMs = line.at;
    const stateBefore = {
      question: openQuestion as RecordStep['question'],
      moves: engine.game((time) => time).moves.length,
    };
    const matches = await replayLine(line);
    let game = engine.game((time) => time);
    if (line.entry.kind === 'end' && matches && !game.outcome && hooks.methods.has('view')) {
      const view = await finalView(line).catch(() => game.view);
      game = { ...game, view };
    }
    const problem = matches ? null : (game.outcome?.problem ?? differsProblem);
    yield { line, ...stateBefore, state, game, problem };
    if (problem || line.entry.kind === 'end') return;
  }

  /** The frame as text, without values that are random in each run. */
  function comparableText(frame: JsonObject): string {
    const { hash: _, nonce: __, ...rest } = frame;
    const hasRandomValues = mode === 'simultaneous_round' && ['commit', 'reveal'].includes(actionOf(frame) ?? '');
    return canonicalOrPlainJson(hasRandomValues ? rest : frame);
  }
}
