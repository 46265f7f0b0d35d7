/** Invalid messages, all of which the engine or the hooks must refuse with the right code. */
import type { ErrorCode } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type FieldDefinition, flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import type { PlayedGame } from './played-game.ts';

export const malformedKinds = [
  'undeclared_field',
  'missing_field',
  'wrong_type',
  'wrong_enum',
  'out_of_range',
  'unknown_action',
  'wrong_direction',
  'wrong_order',
  'wrong_count',
  'wrong_commit',
  'copied_commit',
  'garbage_line',
  'no_object',
  'huge_line',
] as const;
export type MalformedKind = (typeof malformedKinds)[number];

/** An attempt: lines sent instead of the sender's message number `index`. */
export interface MalformedAttempt {
  kind: MalformedKind;
  from: Role;
  index: number;
  lines: (JsonObject | Uint8Array)[];
  /** The error codes with which the table may end. */
  expected: readonly ErrorCode[];
  /** Whether dropping the message is enough. */
  droppable: boolean;
}

const counters = ['turn', 'attempt', 'round'];

/** Every applicable kind, for the first message of each action. */
export function malformedMessages(game: PlayedGame): MalformedAttempt[] {
  const { spec } = game.parts;
  return (['guest', 'host'] as const).flatMap((from) => {
    const frames = game.messagesFrom(from).map(({ frame }) => frame);
    const actions = new Set(frames.map(({ action }) => action));
    actions.delete('end');
    return [...actions].flatMap((action) => {
      const index = frames.findIndex((frame) => frame.action === action);
      const peerCommit = game.messagesFrom(otherRole(from)).find(({ frame }) => frame.action === 'commit')?.frame;
      return malformedKinds.flatMap((kind) => {
        const lines = malformedLines(spec, kind, frames[index]!, { from, peerCommit });
        if (lines === null) return [];
        const droppable = flowMode(spec) === 'free' && !['garbage_line', 'no_object', 'huge_line'].includes(kind);
        return [{ kind, from, index, lines, expected: expectedCodes(kind), droppable }];
      });
    });
  });
}

function expectedCodes(kind: MalformedKind): readonly ErrorCode[] {
  if (kind === 'wrong_order') return ['out_of_turn'];
  // The engine checks the numbers of rounds; all other numbers are checked by the hooks.
  if (kind === 'wrong_count') return ['out_of_turn', 'message_invalid', 'judge_disagrees'];
  if (kind === 'wrong_commit') return ['commit_mismatch'];
  if (kind === 'copied_commit') return ['commit_copied'];
  if (kind === 'garbage_line' || kind === 'no_object') return ['frame_invalid'];
  if (kind === 'huge_line') return ['frame_too_large'];
  return ['message_invalid'];
}

/** The lines to send instead of `frame`; null if the kind does not apply. `peerCommit` is the peer's first commit message. */
function malformedLines(
  spec: Spec,
  kind: MalformedKind,
  frame: JsonObject,
  { from, peerCommit }: { from: Role; peerCommit: JsonObject | undefined },
): MalformedAttempt['lines'] | null {
  const fields = Object.entries(messageByAction(spec, String(frame.action))?.fields ?? {}).filter(
    ([name]) => name !== 'action' && name in frame,
  );
  const withField = (name: string, value: JsonObject[string]): JsonObject[] => [{ ...frame, [name]: value }];
  const findField = (matches: (field: FieldDefinition, name: string) => boolean) =>
    fields.find(([name, definition]) => matches(definition, name));
  switch (kind) {
    case 'undeclared_field':
      return [{ ...frame, undeclared_field: 1 }];
    case 'missing_field': {
      const match = findField(({ required }) => required === true);
      return match ? [Object.fromEntries(Object.entries(frame).filter(([name]) => name !== match[0]))] : null;
    }
    case 'wrong_type': {
      const [match] = fields;
      return match ? withField(match[0], { not: 'a value of any field' }) : null;
    }
    case 'wrong_enum': {
      const match = findField(({ type }) => type === 'enum');
      return match ? withField(match[0], 'no_such_value') : null;
    }
    case 'out_of_range': {
      const match = findField(
        (field) => field.type === 'integer' && (field.min !== undefined || field.max !== undefined),
      );
      if (match?.[1].type !== 'integer') return null;
      return withField(match[0], match[1].min === undefined ? (match[1].max ?? 0) + 1 : match[1].min - 1);
    }
    case 'unknown_action':
      return [{ ...frame, action: 'no_such_action' }];
    case 'wrong_direction': {
      const direction = from === 'guest' ? 'host_to_guest' : 'guest_to_host';
      const other = spec.messages.find((message) => message.direction === direction && message.name !== 'error');
      return other ? [{ action: other.name }] : null;
    }
    case 'wrong_order':
      return ['join', 'ready'].includes(String(frame.action)) || flowMode(spec) === 'free'
        ? null
        : lateOpening(spec, from);
    case 'wrong_count': {
      const match = findField(({ type }, name) => type === 'integer' && counters.includes(name));
      return match ? withField(match[0], Number(frame[match[0]]) + 1) : null;
    }
    case 'wrong_commit':
      return frame.action === 'reveal' && typeof frame.nonce === 'string' ? withField('nonce', 'f'.repeat(32)) : null;
    case 'copied_commit':
      // Only the guest has seen the other commitment before it sends its own.
      if (frame.action !== 'commit' || from !== 'guest') return null;
      return [{ ...frame, hash: peerCommit?.hash ?? frame.hash! }];
    case 'garbage_line':
      return [new TextEncoder().encode('{"action":')];
    case 'no_object':
      return [new TextEncoder().encode('[1, 2, 3]')];
    case 'huge_line':
      return [new Uint8Array(budgets.frame.bytes + 1).fill(0x20)];
  }
}

/** A valid opening message of this seat, sent too late. */
function lateOpening(spec: Spec, from: Role): JsonObject[] | null {
  const definition = spec.messages.find(({ name }) => name === (from === 'guest' ? 'join' : 'ready'));
  if (!definition) return null;
  const frame: JsonObject = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.required !== true) continue;
    if (field.type === 'enum') frame[name] = field.values?.[0] ?? '';
    else if (field.type === 'integer') frame[name] = field.min ?? 0;
    else if (field.type === 'boolean') frame[name] = false;
    else return null;
  }
  return [frame];
}
