/** Every kind of message that must not be taken, sent to each seat of a protocol in turn, and what the seat did about it. */
import type { ErrorCode } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { type FieldDefinition, flowMode, type Spec } from '../../shared/protocol/spec.ts';
import { otherRole, type Role } from '../../shared/tables/hooks.ts';
import { messageNamed } from '../../shared/tables/moves.ts';
import { type SelfPlay, type SelfPlayReport, selfPlay, type Tampered } from './self-play.ts';

export const attackKinds = [
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
export type AttackKind = (typeof attackKinds)[number];

export interface AttackReport {
  kind: AttackKind;
  /** The seat that was attacked, and the message of the other one that was spoilt. */
  against: Role;
  message: string;
  /** `ended`: the table ended failed without a winner. `dropped`: the frame was dropped and the talk went on. */
  reaction: 'ended' | 'dropped' | 'taken';
  /** What the table ended with. */
  code: ErrorCode | null;
  expected: readonly ErrorCode[];
  refused: boolean;
}

export interface AdversarialReport {
  fair: SelfPlayReport;
  attacks: AttackReport[];
  /** The fair game was fine, and every attack was refused with the right code. */
  ok: boolean;
}

const hugeLineCap = 64 * 1024;
const counters = ['turn', 'attempt', 'round'];

/** Plays a fair game, then one for every attack that its messages allow. */
export async function adversarialPlay(parts: Omit<SelfPlay, 'tamper' | 'lineCap'>): Promise<AdversarialReport> {
  const fair = await selfPlay(parts);
  const attacks: AttackReport[] = [];
  for (const against of ['host', 'guest'] as const) {
    for (const { kind, message } of plan(parts.spec, fair, otherRole(against))) {
      attacks.push(await attack(parts, kind, message, against));
    }
  }
  return { fair, attacks, ok: fair.ok && attacks.every(({ refused }) => refused) };
}

/** The first frame of each action that a seat sent in the fair game, with the attacks that can be made of it. */
function plan(spec: Spec, fair: SelfPlayReport, from: Role): { kind: AttackKind; message: string }[] {
  const mine = fair.frames.filter((said) => said.from === from).map(({ frame }) => frame);
  const actions = [...new Set(mine.map(({ action }) => String(action)))].filter((action) => action !== 'end');
  return actions.flatMap((message) => {
    const frame = mine.find(({ action }) => action === message) as JsonObject;
    return attackKinds
      .filter((kind) => spoil(spec, kind, frame, { from, theirs: {} }) !== null)
      .map((kind) => ({ kind, message }));
  });
}

async function attack(
  parts: Omit<SelfPlay, 'tamper' | 'lineCap'>,
  kind: AttackKind,
  message: string,
  against: Role,
): Promise<AttackReport> {
  const { spec } = parts;
  const from = otherRole(against);
  let spoilt = false;
  /** The last message of each action of the seat under attack. */
  const theirs: JsonObject = {};
  const report = await selfPlay({
    ...parts,
    lineCap: hugeLineCap,
    tamper(sender, frame) {
      if (sender === against) theirs[String(frame.action)] = frame;
      if (spoilt || sender !== from || frame.action !== message) return null;
      spoilt = true;
      return spoil(spec, kind, frame, { from, theirs });
    },
  });
  const { outcome, warnings } = report.seats[against];
  const forgiving = flowMode(spec) === 'free' && !['garbage_line', 'no_object', 'huge_line'].includes(kind);
  const ended = outcome?.completed === false && outcome.winner === null;
  const reaction = warnings.length > 0 ? 'dropped' : ended ? 'ended' : 'taken';
  const code = outcome?.problem?.code ?? null;
  const expected = expectedCodes(kind);
  const refused =
    (forgiving && reaction === 'dropped') || (reaction === 'ended' && code !== null && expected.includes(code));
  return { kind, against, message, reaction, code, expected, refused };
}

function expectedCodes(kind: AttackKind): readonly ErrorCode[] {
  if (kind === 'wrong_order') return ['out_of_turn'];
  // Whether a number is due is the engine's to know for rounds, and the hooks' for everything else.
  if (kind === 'wrong_count') return ['out_of_turn', 'message_invalid', 'judge_disagrees'];
  if (kind === 'wrong_commit') return ['commit_mismatch'];
  if (kind === 'copied_commit') return ['commit_copied'];
  if (kind === 'garbage_line' || kind === 'no_object') return ['frame_invalid'];
  if (kind === 'huge_line') return ['frame_too_large'];
  return ['message_invalid'];
}

/** The lines to send in place of `frame`; null where this cannot be done to it. */
function spoil(
  spec: Spec,
  kind: AttackKind,
  frame: JsonObject,
  { from, theirs }: { from: Role; theirs: JsonObject },
): Tampered | null {
  const fields = Object.entries(messageNamed(spec, String(frame.action))?.fields ?? {}).filter(
    ([name]) => name !== 'action' && name in frame,
  );
  const change = (name: string, value: JsonObject[string]): Tampered => [{ ...frame, [name]: value }];
  const field = (fits: (field: FieldDefinition, name: string) => boolean) =>
    fields.find(([name, definition]) => fits(definition, name));
  switch (kind) {
    case 'undeclared_field':
      return [{ ...frame, undeclared_field: 1 }];
    case 'missing_field': {
      const found = field(({ required }) => required === true);
      return found ? [Object.fromEntries(Object.entries(frame).filter(([name]) => name !== found[0]))] : null;
    }
    case 'wrong_type': {
      const [found] = fields;
      return found ? change(found[0], { not: 'a value of any field' }) : null;
    }
    case 'wrong_enum': {
      const found = field(({ type }) => type === 'enum');
      return found ? change(found[0], 'no_such_value') : null;
    }
    case 'out_of_range': {
      const found = field((each) => each.type === 'integer' && (each.min !== undefined || each.max !== undefined));
      if (found?.[1].type !== 'integer') return null;
      return change(found[0], found[1].min === undefined ? (found[1].max ?? 0) + 1 : found[1].min - 1);
    }
    case 'unknown_action':
      return [{ ...frame, action: 'no_such_action' }];
    case 'wrong_direction': {
      const direction = from === 'guest' ? 'host_to_guest' : 'guest_to_host';
      const other = spec.messages.find((each) => each.direction === direction && each.name !== 'error');
      return other ? [{ action: other.name }] : null;
    }
    case 'wrong_order':
      return ['join', 'ready'].includes(String(frame.action)) || flowMode(spec) === 'free'
        ? null
        : openingOf(spec, from);
    case 'wrong_count': {
      const found = field(({ type }, name) => type === 'integer' && counters.includes(name));
      return found ? change(found[0], Number(frame[found[0]]) + 1) : null;
    }
    case 'wrong_commit':
      return frame.action === 'reveal' && typeof frame.nonce === 'string' ? change('nonce', 'f'.repeat(32)) : null;
    case 'copied_commit':
      // Only the guest has seen the other commitment before it sends its own.
      if (frame.action !== 'commit' || from !== 'guest') return null;
      return [{ ...frame, hash: ((theirs.commit as JsonObject | undefined)?.hash ?? frame.hash) as string }];
    case 'garbage_line':
      return [new TextEncoder().encode('{"action":')];
    case 'no_object':
      return [new TextEncoder().encode('[1, 2, 3]')];
    case 'huge_line':
      return [new Uint8Array(hugeLineCap + 1).fill(0x20)];
  }
}

/** A valid first message of this seat, which is not due any more. */
function openingOf(spec: Spec, from: Role): Tampered | null {
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
