/** Whether a side that doesn't know the rules of a game can learn from its messages who has won. */
import type { MessageDefinition, Spec } from './spec.ts';

const winnerNames = ['host', 'guest', 'draw'];

/** Whether the message names the winner, in a field that every client reads. */
export const isWinnerNamedIn = ({ fields: { winner, game_winner } }: MessageDefinition): boolean =>
  [winner, game_winner].some(
    (field) => field?.type === 'enum' && field.values?.some((value) => winnerNames.includes(value)),
  );

export const namesWinner = ({ messages }: Spec): boolean => messages.some(isWinnerNamedIn);
