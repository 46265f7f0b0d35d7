/** What goes beyond the specification: used at a table only if both sides announce it in the handshake. */
import type { SessionInit, SessionProof } from '../../../shared/tables/frames.ts';

/** Extensions that a guest announces, and that a host answers with if they were. */
const extensions = ['concede', 'sign_record', 'draws', 'clocks', 'refusals'] as const;

export const announce = (isKnown: (extension: (typeof extensions)[number]) => boolean) =>
  Object.fromEntries(extensions.filter(isKnown).map((extension) => [extension, { version: 1 }]));

export interface Capabilities {
  /** Whether the peer supports concessions. */
  canConcede: boolean;
  /** Whether the peer signs the record of a completed game. */
  signsRecord: boolean;
  /** Whether both sides show remarks. */
  canRemark: boolean;
  /** Whether the peer answers offers of a draw. */
  canDraw: boolean;
  /** Whether both sides tell what their clocks show. */
  tellsClock: boolean;
  /** Whether the peer plays by hand, and wants to be told when the game is over. */
  peerByHand: boolean;
  /** Whether the host has forbidden moves that are chosen ahead. */
  noPremoves: boolean;
}

/** Reads the frame in which the peer announces them. `own`: those that depend on this side too. */
export const capabilitiesOf = (
  { concede, sign_record, draws, clocks, by_hand }: SessionInit | SessionProof,
  own: Pick<Capabilities, 'canRemark' | 'noPremoves'>,
): Capabilities => ({
  canConcede: concede !== undefined,
  signsRecord: sign_record !== undefined,
  canDraw: draws !== undefined,
  tellsClock: clocks !== undefined,
  peerByHand: by_hand !== undefined,
  ...own,
});
