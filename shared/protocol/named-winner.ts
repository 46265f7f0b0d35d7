/** Whether a side that doesn't know the rules of a game can learn from its messages who has won. */
import type { MessageDefinition, Spec } from './spec.ts';

const winnerNames = ['host', 'guest', 'draw'];

/** The fields with which the message names the winner, of those that every client reads. */
export const winnerFieldsOf = ({ fields }: MessageDefinition): string[] =>
  ['winner', 'game_winner'].filter((name) => {
    const field = fields[name];
    return field?.type === 'enum' && field.values?.some((value) => winnerNames.includes(value));
  });

/** Whether the message names the winner. */
export const isWinnerNamedIn = (message: MessageDefinition): boolean => winnerFieldsOf(message).length > 0;

export const namesWinner = ({ messages }: Spec): boolean => messages.some(isWinnerNamedIn);
