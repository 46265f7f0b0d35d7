/** Strengths of Connect Four; the stronger player wins every game. */
import fourText from '../../resources/protocols/connect-four/spec.json?raw';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import type { FakeHandlers } from './fake-bridge.ts';

const strengths = ['steady', 'easy', 'sharp'];
/** From weak to strong. */
const ranks = ['easy', 'steady', 'sharp'];
const isStronger = (first: string, second: string) => ranks.indexOf(first) > ranks.indexOf(second);

export const strengthHandlers: NonNullable<FakeHandlers['strengths']> = {
  list: ({ protocol_id }) => ({ strengths: protocol_id === protocolIdOf(fourText) ? strengths : [] }),
  match: ({ strengths: [first, second] }) => ({
    games: [[first, second] as const, [second, first] as const].map(([host, guest]) => ({
      host,
      guest,
      winner: isStronger(host, guest) ? ('host' as const) : ('guest' as const),
      scores: null,
    })),
  }),
};
