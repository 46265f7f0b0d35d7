/** What an author should know about a valid spec before others play it. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { pointerOf } from '../../../shared/json/pointer.ts';
import { commitRevealOf } from '../../../shared/protocol/commit-reveal.ts';
import { namesWinner } from '../../../shared/protocol/named-winner.ts';
import { flowMode, isSupportedMode, type Spec } from '../../../shared/protocol/spec.ts';
import { findSpecNotes } from '../../../shared/protocol/spec-notes.ts';
import { byHandProblem } from '../../hooks/by-hand.ts';

type SpecNote = Pick<StudioProblem, 'kind' | 'message'> &
  Partial<Pick<StudioProblem, 'subject' | 'code' | 'params'>> & {
    /** Null for the whole spec. */
    pointer: string | null;
  };

/** Notes without a subject are about the name at their pointer. */
export const specNotesOf = (spec: Spec): SpecNote[] => [
  ...findSpecNotes(spec).map((note): SpecNote => ({ kind: 'spec_mistake', ...note })),
  ...missingBounds(spec),
  ...unreadCommitments(spec),
  ...codeOnly(spec),
  ...unnamedWinner(spec),
];

/** Integers without a minimum or maximum, for which the peer may send any value. */
function missingBounds(spec: Spec): SpecNote[] {
  return spec.messages.flatMap(({ name, fields }, index) =>
    Object.entries(fields).flatMap(([field, definition]): SpecNote[] => {
      const integer = definition.type === 'array' ? definition.items : definition;
      if (integer.type !== 'integer') return [];
      const bounds = (['min', 'max'] as const).filter((bound) => integer[bound] === undefined);
      if (bounds.length === 0) return [];
      const pointer = pointerOf(['messages', index, 'fields', field]);
      return [{ kind: 'spec_no_bound', subject: `${name}.${field}`, message: bounds.join(', '), pointer }];
    }),
  );
}

/** Commitments in a form of which Parlor can verify nothing. */
function unreadCommitments(spec: Spec): SpecNote[] {
  const { commit_reveal } = spec;
  if (commit_reveal === undefined || commit_reveal === null || commitRevealOf(spec)) return [];
  if (flowMode(spec) === 'simultaneous_round') return [];
  const message = 'It has another form than Parlor reads, so no opening is verified.';
  return [{ kind: 'spec_unread', subject: 'commit_reveal', message, pointer: '/commit_reveal' }];
}

const specCodeOnlyText =
  '{reason} Only people with player code can join. Give them your hooks.js, or seal one value with a nonce, declared in commit_reveal: Parlor makes that for them.';

/** A game whose guest has to send what only code can make. */
function codeOnly(spec: Spec): SpecNote[] {
  const reason = isSupportedMode(flowMode(spec)) ? byHandProblem(spec, 'guest') : null;
  if (reason === null) return [];
  const message = specCodeOnlyText.replace('{reason}', () => reason);
  return [
    {
      kind: 'spec_code_only',
      subject: spec.name ?? 'spec.json',
      message,
      code: 'code_only',
      params: { reason },
      pointer: null,
    },
  ];
}

/** A game that others can play by hand, but whose messages don't tell them who has won. */
function unnamedWinner(spec: Spec): SpecNote[] {
  const hasWinner = ['session_loop', 'simultaneous_round'].includes(flowMode(spec));
  if (spec.type !== 'game' || !hasWinner || namesWinner(spec)) return [];
  if (byHandProblem(spec, 'guest') !== null) return [];
  const message =
    'A guest without hooks is asked who won, and points wait for the answer. Give the last message of the host, in sealed rounds round_result, a field winner or game_winner: host, guest, draw.';
  return [{ kind: 'spec_no_winner', subject: spec.name ?? 'spec.json', message, pointer: null }];
}
