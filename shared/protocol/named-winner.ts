/** Whether a side that doesn't know the rules of a game can learn from its messages who has won. */
import { flowMode, type MessageDefinition, type Spec } from './spec.ts';

/** Messages of sealed rounds that no hooks receive. */
const sealingNames = ['commit', 'reveal', 'end'];
const winnerNames = ['host', 'guest', 'draw'];

/** The fields with which the message names the winner, of those that every client reads. */
export const winnerFieldsOf = ({ fields }: MessageDefinition): string[] =>
  ['winner', 'game_winner'].filter((name) => {
    const field = fields[name];
    return field?.type === 'enum' && field.values?.some((value) => winnerNames.includes(value));
  });

/** Whether the message names the winner. */
export const isWinnerNamedIn = (message: MessageDefinition): boolean => winnerFieldsOf(message).length > 0;

/** Whether a game can't end in a draw: its messages name the winner, and none can name a draw. */
export const excludesDraw = ({ messages }: Spec): boolean => {
  const fields = messages.flatMap((message) => winnerFieldsOf(message).map((name) => message.fields[name]!));
  return fields.length > 0 && !fields.some((field) => field.type === 'enum' && field.values?.includes('draw'));
};

/** Whether a message of the host, who judges, names the winner. */
export function namesWinner(spec: Spec): boolean {
  const unread = flowMode(spec) === 'simultaneous_round' ? sealingNames : [];
  return spec.messages.some(
    (message) => message.direction !== 'guest_to_host' && !unread.includes(message.name) && isWinnerNamedIn(message),
  );
}
