/** Time limits for decisions and for the peer's messages. */
import type { JsonObject } from '../json/value.ts';
import { chosenSeconds } from '../protocol/pace.ts';
import { flowMode, type Spec } from '../protocol/spec.ts';
import type { EngineConfig, GameState } from './engine-types.ts';

const minProposalSeconds = 5;
const defaultProposalSeconds = 20;
const defaultDecisionSeconds = 120;

/** `automatic`: needs no decision of the peer. */
export type FrameKind = 'automatic' | 'move';

/** For frames that need no decision. */
const automaticTimeoutMs = 60_000;
/** Minimum for a frame that needs a decision, if the peer's own limit is unknown. */
const minMoveTimeoutMs = 600_000;
/** Added to this side's limit for a decision. */
const moveMarginMs = 60_000;
/** A frame is late this long after the peer should have sent it: more than a slow connection takes. */
export const lateMarginMs = 15_000;

/** Seconds a person has for one decision at a table with these options. */
export const decisionSeconds = (spec: Spec, options: JsonObject = {}): number =>
  agreedSeconds(spec, options) ?? defaultDecisionSeconds;

/** The limit that the host chose or the rules state; null without one. */
function agreedSeconds(spec: Spec, options: JsonObject): number | null {
  const hostSeconds = chosenSeconds((spec.parameters ?? {}) as JsonObject, options);
  if (hostSeconds !== null) return hostSeconds;
  const seconds = spec.decision?.timeout_seconds;
  return typeof seconds === 'number' && seconds > 0 ? seconds : null;
}

type Limits = Pick<EngineConfig, 'spec' | 'options' | 'concede'>;

/** Milliseconds to wait for a peer's frame. A peer that concedes when its time runs out has the same limit as this side. */
export function peerTimeoutMs(kind: FrameKind, { spec, options, concede }: Limits): number {
  if (kind === 'automatic') return automaticTimeoutMs;
  const moveTimeoutMs = decisionSeconds(spec, options) * 1000 + moveMarginMs;
  return concede ? moveTimeoutMs : Math.max(minMoveTimeoutMs, moveTimeoutMs);
}

/** Milliseconds after which this side may leave without losing, although the peer still answers pings. */
export const lateAfterMs = (kind: FrameKind, { spec, options }: Limits): number =>
  (kind === 'automatic' ? 0 : decisionSeconds(spec, options) * 1000) + lateMarginMs;

/** The limits of a move as windows show them; null in mode `free`, which has none. */
export function limitsOf(config: Limits): GameState['limits'] {
  const { spec, options } = config;
  if (flowMode(spec) === 'free') return null;
  return {
    move_ms: decisionSeconds(spec, options) * 1000,
    agreed: agreedSeconds(spec, options) !== null,
    wait_ms: peerTimeoutMs('move', config),
  };
}

/** Seconds a hybrid proposal is shown before it is played automatically. */
export function proposalSeconds(spec: Spec): number {
  const limit = [spec.timing?.max_think_seconds, spec.decision?.timeout_seconds].find(
    (seconds) => typeof seconds === 'number',
  );
  return Math.max(minProposalSeconds, limit ?? defaultProposalSeconds);
}
