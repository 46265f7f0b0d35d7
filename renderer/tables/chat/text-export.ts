/** A conversation as text, to copy or save. Pure. */
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** E.g. `2026-05-05 18:31`, in the time zone of this computer. */
function stamp(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** One paragraph for each message: when, who, and what, whose further lines are indented so that nobody can write another's. */
export function conversationText(
  messages: readonly Pick<ChatMessage, 'at' | 'by' | 'text'>[],
  nameOf: (by: ChatMessage['by']) => string,
): string {
  return messages
    .map(({ at, by, text }) => `${stamp(at)}  ${nameOf(by)}: ${escapeInvisible(text).replaceAll('\n', '\n    ')}\n`)
    .join('');
}
