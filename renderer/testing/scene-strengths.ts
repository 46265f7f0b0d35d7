/** Strengths of Connect Four, of which the stronger one always wins. */
import fourText from '../../resources/protocols/connect-four/spec.json?raw';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import type { FakeHandlers } from './fake-bridge.ts';

const strengths = ['steady', 'easy', 'sharp'];
const ranks = ['easy', 'steady', 'sharp'];
const isStronger = (one: string, two: string) => ranks.indexOf(one) > ranks.indexOf(two);

export const strengthHandlers: NonNullable<FakeHandlers['strengths']> = {
  list: ({ protocol_id }) => ({ strengths: protocol_id === protocolIdOf(fourText) ? strengths : [] }),
  match: ({ strengths: [one, two] }) => ({
    games: [[one, two] as const, [two, one] as const].map(([host, guest]) => ({
      host,
      guest,
      winner: isStronger(host, guest) ? ('host' as const) : ('guest' as const),
      scores: null,
    })),
  }),
};
