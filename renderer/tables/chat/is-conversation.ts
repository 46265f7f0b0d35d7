import type { Table } from '../../../shared/bridge/contract.ts';

type ChatFields = Pick<Table, 'ask'> & { protocol: Pick<Table['protocol'], 'mode' | 'type'> };

/**
 * Whether the table is shown as a conversation, whoever published its protocol: it is a chat without turns, and all it asks for is a
 * text. Tables of earlier versions don't know their protocol's type. Pure.
 */
export function isConversation({ protocol: { mode, type = 'chat' }, ask }: ChatFields): boolean {
  if (mode !== 'free' || type !== 'chat') return false;
  return ask === null || (ask.entry?.type === 'text' && ask.choices.every(({ value }) => value === false));
}
