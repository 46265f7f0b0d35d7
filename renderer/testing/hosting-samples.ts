/** Sample protocols to host, and hosted tables that wait for a guest. */
import type { HostableProtocol, HostedTable, InvitationTerms } from '../../shared/bridge/contract.ts';
import { keyOf, protocolIdNamed, uuidOf } from './samples.ts';

/** The arguments of `tables.host`. */
export type HostCall = InvitationTerms & { protocol: string };

const protocol = (changes: Partial<HostableProtocol> & { name: string }): HostableProtocol => ({
  protocol_id: protocolIdNamed(changes.name),
  description: '',
  type: 'game',
  mode: 'session_loop',
  family: null,
  source: 'bundled',
  parameters: {},
  control_modes: ['human', 'hybrid', 'autonomous'],
  decision_seconds: 120,
  takes_extra_args: false,
  board: null,
  refusal: null,
  ...changes,
});

export const hostableSamples = (): HostableProtocol[] => [
  protocol({
    name: 'Chat',
    type: 'chat',
    mode: 'free',
    description: 'A conversation between two seats, without turns.',
  }),
  protocol({
    name: 'Connect Four',
    family: 'game:connect-four',
    description: 'Drop discs in turn into an upright grid. Whoever first lines up four wins.',
    parameters: {
      cols: { type: 'integer', min: 4, max: 10, default: 7 },
      rows: { type: 'integer', min: 4, max: 10, default: 6 },
      min_think_seconds: { type: 'integer', min: 0, max: 60, default: 0 },
      max_think_seconds: { type: 'integer', min: 1, max: 600, default: 20 },
    },
  }),
  protocol({
    name: 'Rock Paper Scissors',
    family: 'game:rps',
    mode: 'simultaneous_round',
    description: 'Two sealed hands, opened together.',
    parameters: {
      best_of: { type: 'integer', min: 1, max: 99, default: 3 },
      rounds_to_win: { type: 'integer', min: 1, max: 99 },
      termination: { type: 'enum', values: ['first_to_win', 'fixed_rounds'], default: 'first_to_win' },
      round_delay_seconds: { type: 'integer', min: 0, max: 60, default: 0 },
    },
  }),
  protocol({
    name: 'Lantern Auction',
    family: 'auction',
    source: 'cached',
    description: 'Bid for lanterns with coins you keep secret. \u202EThe last lantern counts twice.',
    takes_extra_args: true,
    board: { source: 'platform', manifest_hash: keyOf(810), author: 'saltmarsh' },
    parameters: {
      lots: { type: 'integer', min: 1, default: 4, description: 'How many lanterns are sold' },
      open_bids: { type: 'boolean', default: false },
      style: { type: 'enum', values: ['english', 'dutch', 'sealed_first', 'sealed_second'], default: 'english' },
      title: { type: 'text', max_length: 40 },
      seats: { type: 'table', columns: {} },
    },
  }),
  protocol({
    name: 'Weak Wins',
    source: 'cached',
    description: 'The lowest bid that only one player made takes the pot.',
    refusal: { code: 'hooks_missing', message: 'There are no hooks for this protocol on this computer.' },
  }),
];

let postCount = 0;

/** The table that a call of `tables.host` opens. */
export function hostedOf(request: HostCall): HostedTable {
  postCount += 1;
  return {
    post_id: uuidOf(900 + postCount),
    earlier_post_ids: [],
    protocol_id: request.protocol,
    protocol_name: hostableSamples().find(({ protocol_id }) => protocol_id === request.protocol)?.name ?? 'A game',
    family: hostableSamples().find(({ protocol_id }) => protocol_id === request.protocol)?.family ?? null,
    control_mode: request.control_mode,
    options: request.options ?? {},
    message: request.message ?? '',
    unrated: request.unrated ?? false,
    visibility: request.visibility ?? 'listed',
    for_public_key: request.for_public_key ?? null,
    posted_at: Date.now() + postCount,
    expires_at: Date.now() + 300_000,
    renewed_until: request.renew_ms === undefined ? null : Date.now() + request.renew_ms,
    rematch_of: null,
    client: null,
  };
}

export function hostedTables(scene: string): HostedTable[] {
  if (scene !== 'waiting') return [];
  return [
    hostedOf({
      protocol: protocolIdNamed('Rock Paper Scissors'),
      control_mode: 'human',
      options: { best_of: 5 },
      message: 'One before supper?',
    }),
    {
      ...hostedOf({
        protocol: protocolIdNamed('Connect Four'),
        control_mode: 'hybrid',
        visibility: 'unlisted',
        options: { cols: 7, rows: 6 },
      }),
      unseated: { reason: 'options_mismatch', nickname: 'lamplighter-of-low-water' },
    },
    {
      ...hostedOf({ protocol: protocolIdNamed('Reversi'), control_mode: 'human' }),
      unseated: { reason: 'community_unreachable', nickname: null },
    },
  ];
}
