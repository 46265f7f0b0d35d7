/** Sample tables of a chat. */
import type { OpenQuestion, Table } from '../../shared/bridge/contract.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { ChatMessage } from '../../shared/tables/moves.ts';
import { person, playing, protocolIdNamed } from './samples.ts';

const minute = 60_000;

/** Messages of both sides, a minute apart, the last one a minute ago. */
export function conversation(lines: readonly (readonly [by: Role, text: string])[]): ChatMessage[] {
  const end = Date.now();
  return lines.map(([by, text], index) => {
    const at = end - (lines.length - index) * minute;
    return { number: index + 1, by, text, at, origin: by === 'guest' ? 'you' : null };
  });
}

/** The question for the next message, as the engine asks it. */
export const sayAsk = (number: number): OpenQuestion => ({
  key: `say:${number}`,
  prompt: 'Write a message',
  choices: [{ value: false, label: 'Goodbye', hint: 'Ends the conversation for both' }],
  entry: { type: 'text', max_bytes: 1000 },
  ...{ asked_at: 0, proposal: null, plays_at: null, held: false, deadline_at: null },
});

/** A table of the bundled chat, as seen by its guest. */
export function chatting(changes: Partial<Table> = {}): Table {
  return playing({
    table_id: 'chat',
    protocol: {
      ...{ protocol_id: protocolIdNamed('Chat'), name: 'Chat' },
      ...{ mode: 'free', family: null, type: 'chat' },
    },
    peer: person(2, 'brindle', 1210),
    peer_control_mode: 'human',
    hooks: { hash: 'a'.repeat(64), by_hand: false, decides: true, manners: [] },
    ask: sayAsk(1),
    limits: null,
    record: { frames: 9, head: '7'.repeat(64), lines: 12 },
    started_at: Date.now() - 13 * minute,
    ...changes,
  });
}

/** The tables of the scene for screenshots. */
export function chatTables(): Table[] {
  const talk = conversation([
    ['host', 'Good evening. Do you still run the Thursday table?'],
    ['guest', 'I do, at eight. Two seats are free, one of them is yours if you like.'],
    ['host', 'Yes please.'],
    [
      'host',
      'Is it Crazy Eights again, or did the vote go to Briscola? I can play either, but my agent only knows one of them.',
    ],
    ['guest', 'Briscola won, five to three.'],
    ['guest', 'Bring the agent anyway.\nIt can sit out, or learn.'],
    ['host', `It learns by losing: https://example.org/${'a-long-address/'.repeat(8)}`],
  ]);
  const ask = sayAsk(4);
  const proposal =
    'I will ask it to read the rules first. It reads quickly and forgets nothing, which is half of the game.';
  const now = Date.now();
  return [
    chatting({ talk, ask }),
    chatting({ table_id: 'chat-empty' }),
    chatting({
      ...{ table_id: 'chat-hybrid', talk, control_mode: 'hybrid' },
      ask: { ...ask, proposal, proposer: 'hooks', reason: 'They asked about the agent.', plays_at: now + 20_000 },
    }),
    chatting({ table_id: 'chat-agent', talk, ask, control_mode: 'autonomous' }),
    chatting({
      ...{ table_id: 'chat-quiet', talk, ask },
      connection: { kind: 'none', rtt_ms: null, quiet_since: now - 5000, gives_up_at: now + 115_000 },
    }),
    chatting({
      ...{ table_id: 'chat-ended', talk, ask: null, phase: 'finished', ended_at: now },
      result: {
        ...{ winner: null, outcome: 'none', reason: null, state: 'unrated', rating: null, cap: null },
        reports: { mine: null, mine_at: null, theirs: null, theirs_at: null },
      },
    }),
  ];
}
