/** The protocols of the scripted window: those that come with Parlor, a family at the community, and hooks that can be tried. */

import chatText from '../../resources/protocols/chat/spec.json?raw';
import fourText from '../../resources/protocols/connect-four/spec.json?raw';
import oracleText from '../../resources/protocols/oracle/spec.json?raw';
import rpsText from '../../resources/protocols/rock-paper-scissors/spec.json?raw';
import type {
  HooksCheck,
  HooksPage,
  Lineage,
  ProtocolEntry,
  ProtocolPage,
  ProtocolSearch,
  SelfTestReport,
} from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import type { Spec } from '../../shared/protocol/definition.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { templateSpec } from '../../shared/protocol/templates.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { keyOf } from './samples.ts';

type Found = ProtocolSearch['results'][number];
type Status = Found['governance']['status'];

interface Known {
  text: string;
  author: number;
  status: Status;
  family: string | null;
  parent: string | null;
  tags: string[];
  reason: string;
  source: ProtocolEntry['source'];
  hooks: ProtocolEntry['hooks'];
  board: 'local' | 'platform' | null;
  played: number;
}

const dayMs = 86_400_000;
const skeleton = `/**
 * Hooks for "Lantern Auction".
 * Pure functions over JSON: state comes in and goes back, there is no disk, no network and no clock.
 */
export const PARLOR_SKELETON = true;

/** Both: the first state. */
export function init({ role, control_mode, options, manner }) {
  return { role, options };
}

/** Guest: {state, send} with the join message. */
export function join(state) {
  throw new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: join');
}

/** Both: {state, send?, ask?, end?} for a message from the other side. */
export function handle(state, message) {
  throw new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: handle');
}
`;
const finished = `${skeleton
  .replace('export const PARLOR_SKELETON = true;\n', '')
  .replace("throw new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: join');", "return { state, send: { action: 'join' } };")
  .replace("throw new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: handle');", 'return answer(state, message);')}
const answer = (state, message) => {
  if (message.action === 'move_result' && message.game_over) return { state, end: { completed: true } };
  return { state, send: { action: 'move', turn: (message.turn ?? 0) + 1, choice: 'a' } };
};
`;

const written = (spec: object): string => JSON.stringify(spec, null, 2);
const old = JSON.parse(fourText) as Spec & { messages: { fields: { [name: string]: object } }[] };
const narrow = written({
  ...old,
  description: 'Four in a line on seven columns.',
  messages: old.messages
    .filter(({ name }) => name !== 'error')
    .map((message) => ({
      ...message,
      fields: Object.fromEntries(
        Object.entries(message.fields).flatMap(([name, field]): [string, object][] => {
          if (name === 'winner') return [['line', { type: 'text', max_length: 80 }]];
          return [[name, name === 'col' ? { ...field, max: 6 } : field]];
        }),
      ),
    })),
  rules: { ...(old.rules as object), draw: 'A full grid is a draw; both get half a point.' },
});
const slanted = written({
  ...old,
  name: 'Connect Four, slanted',
  rules: { ...(old.rules as object), slant: 'Only slants count.' },
});
const wide = written({
  ...old,
  name: 'Connect Five',
  description: 'Five in a line, on a wider grid. \u202EThe guest drops first.',
  rules: { ...(old.rules as object), win: 'Five discs of one seat in an unbroken line win at once.' },
});
const auction = written({
  ...templateSpec('session_loop', 'Lantern Auction'),
  description: 'Bid for lanterns with coins you keep secret. \u202EThe last lantern counts twice.',
  rules: {
    lots: 'Lanterns are sold one by one; the host names each.',
    bids: { sealed: 'Both bid at once.', tie: { first: 'The guest takes the first tie.', later: 'Ties alternate.' } },
    end: 'Who holds more light wins.',
  },
  parameters: {
    lots: { type: 'integer', min: 1, max: 12, default: 4, description: 'How many lanterns are sold' },
    style: { type: 'enum', values: ['english', 'dutch', 'sealed_first'], default: 'english' },
    open_bids: { type: 'boolean' },
  },
});
const poker = written({ ...templateSpec('session_loop', 'Two Hole Cards'), flow: { mode: 'mental_poker' } });

const known = (text: string, changes: Partial<Known>): Known => ({
  text,
  author: 3,
  status: 'active',
  family: null,
  parent: null,
  tags: [],
  reason: '',
  source: 'community',
  hooks: 'missing',
  board: null,
  played: 0,
  ...changes,
});
const idOf = (text: string) => protocolIdOf(text);
const bundled = { source: 'bundled', hooks: 'finished', board: 'local' } as const;

function shelf(): Map<string, Known> {
  const four = { family: 'game:connect-four', tags: ['board', 'quick'] };
  const parent = idOf(narrow);
  const all = [
    known(chatText, { ...bundled, played: 31 }),
    known(fourText, {
      ...bundled,
      ...four,
      parent,
      played: 412,
      reason: 'Grids of other sizes, and a winner that is named.',
    }),
    known(oracleText, { ...bundled, played: 8 }),
    known(rpsText, { ...bundled, family: 'game:rps', tags: ['quick'], played: 1286 }),
    known(auction, {
      author: 900,
      source: 'own',
      hooks: 'finished',
      status: 'experimental',
      family: 'game:auction',
      tags: ['coins', 'secret'],
      played: 3,
      reason: 'Auctions were missing here.',
    }),
    known(narrow, { ...four, author: 9, status: 'deprecated', played: 57 }),
    known(slanted, {
      ...four,
      author: 7,
      status: 'experimental',
      parent,
      source: 'cached',
      hooks: 'unfinished',
      played: 2,
    }),
    known(wide, { ...four, author: 7, parent: idOf(fourText), board: 'platform', played: 24 }),
    known(poker, { author: 5, family: 'game:poker', source: 'cached', tags: ['cards'] }),
  ];
  const crowd = Number(new URLSearchParams(location.search).get('crowd') ?? 40);
  for (let at = 0; at < crowd; at++) {
    const name = `${['Ferry', 'Harbor', 'Mill', 'Orchard', 'Quarry'][at % 5]} ${['Dice', 'Bids', 'Duel', 'Race'][at % 4]} ${at + 1}`;
    const text = written({
      ...templateSpec(at % 3 ? 'session_loop' : 'free', name),
      description: 'A small one.',
      rules: { n: at },
    });
    all.push(known(text, { author: (at % 9) + 1, status: 'experimental', family: at % 3 ? `game:f${at % 6}` : null }));
  }
  return new Map(all.map((each) => [idOf(each.text), each]));
}

export function scriptedProtocols(scene: string, emit: (key: string, value: unknown) => void) {
  const all = shelf();
  const files = new Map<string, { text: string; state: HooksPage['state'] }>();
  const away = scene === 'offline';
  const asked = async <T>(answer: () => T): Promise<T> => {
    if (away) throw new ParlorError('community_unreachable', 'No answer.');
    if (scene === 'loading') await new Promise(() => {});
    return answer();
  };
  const find = (named: string): [string, Known] => {
    const found = all.get(named);
    if (!found) throw new ParlorError('protocol_missing', 'Neither this computer nor the community has it.');
    return [named, found];
  };
  const specOf = ({ text }: Known) => JSON.parse(text) as Spec;
  const governanceOf = ({ family, status, parent, tags }: Known) => ({
    family,
    status,
    parent_protocol_id: parent,
    capabilities: [],
    tags,
  });
  const manifest = (id: string) => sha256Hex(`board ${id}`);
  const boardOf = (id: string, { board, author }: Known): ProtocolPage['board'] =>
    board && {
      source: board,
      manifest_hash: manifest(id),
      author: board === 'local' ? 'Parlor' : keyOf(author),
      size_bytes: 31_400,
      files: ['board.css', 'board.js', 'index.html', 'pieces/disc.svg'].map((path, at) => ({
        path,
        content_hash: sha256Hex(path),
        size_bytes: 1200 + at * 6100,
      })),
    };
  const entryOf = (id: string, each: Known): ProtocolEntry => {
    const { name, description, type } = specOf(each);
    const mode = flowMode(specOf(each));
    const board = each.source === 'community' ? null : boardOf(id, each);
    return {
      protocol_id: id,
      name: name ?? '',
      description: description ?? '',
      type: type ?? 'protocol',
      mode,
      playable: mode !== 'mental_poker',
      source: each.source,
      governance: governanceOf(each),
      author_public_key: keyOf(each.author),
      hooks: files.get(id)?.state ?? each.hooks,
      board: board && { source: board.source, manifest_hash: board.manifest_hash, author: board.author },
    };
  };
  const foundOf = (id: string, each: Known, at: number): Found => {
    const { name, description, type } = specOf(each);
    const here = each.source !== 'community';
    const created_at = 1_790_000_000_000 + at * dayMs;
    const about = { name: name ?? '', description: description ?? '', type: type ?? '' };
    return {
      protocol_id: id,
      ...about,
      author_public_key: keyOf(each.author),
      created_at,
      governance: governanceOf(each),
      here,
    };
  };
  const list = () => ({
    protocols: [...all].filter(([, { source }]) => source !== 'community').map(([id, each]) => entryOf(id, each)),
  });
  const tell = () => emit('protocols.changed', list());

  const textOf = (id: string, each: Known) => {
    const file = files.get(id);
    if (file) return file.text;
    return each.hooks === 'finished' ? finished : each.hooks === 'unfinished' ? skeleton : null;
  };
  const checkOf = (text: string): HooksCheck => {
    const open = [...text.matchAll(/_NOT_IMPLEMENTED: (\w+)/g)].map(([, name]) => name ?? '');
    const broken = text.split('\n').findIndex((line) => line.includes('oops ('));
    const message = 'The hooks file could not be loaded: SyntaxError: invalid property name';
    const problem = { code: 'hook_failed' as const, message, detail: { line: broken + 1, column: 6 } };
    const state = open.length > 0 ? 'unfinished' : 'finished';
    return { state, hash: sha256Hex(text), open_methods: open, problem: broken < 0 ? null : problem };
  };
  const hooksOf = (id: string, each: Known): HooksPage => {
    const text = textOf(id, each);
    const check = text === null ? null : checkOf(text);
    return {
      origin: text === null ? null : each.source === 'bundled' ? 'bundled' : 'own',
      state: files.get(id)?.state ?? check?.state ?? 'missing',
      text: text ?? skeleton,
      skeleton,
      hash: check?.hash ?? null,
      open_methods: check?.open_methods ?? [],
      problem: check?.problem ?? null,
      editable: each.source !== 'bundled',
    };
  };

  const protocols = {
    list: async () => (scene === 'loading' ? new Promise(() => {}) : list()),
    search: ({ query = '', cursor, family }: { query?: string; cursor?: string; family?: string }) =>
      asked(() => {
        const from = Number(cursor ?? 0);
        const fitting = [...all]
          .map(([id, each], at) => foundOf(id, each, at))
          .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
          .filter(({ governance }) => family === undefined || governance.family === family)
          .reverse();
        const next_cursor = from + 25 < fitting.length ? String(from + 25) : null;
        return { results: fitting.slice(from, from + 25), next_cursor };
      }),
    usage: ({ protocol_ids }: { protocol_ids: string[] }) =>
      asked(() => ({
        usage: protocol_ids.map((protocol_id) => {
          const played = all.get(protocol_id)?.played ?? 0;
          const rating_count = Math.floor(played / 12);
          const avg_rating = rating_count > 0 ? 4.4 : null;
          return { protocol_id, post_count: played * 2, session_count: played, avg_rating, rating_count };
        }),
      })),
    get: async ({ protocol }: { protocol: string }): Promise<ProtocolPage> => {
      if (scene === 'loading') await new Promise(() => {});
      const [id, each] = find(protocol);
      const entry = entryOf(id, each);
      const kin = [...all].filter(([other, { family }]) => other !== id && family !== null && family === each.family);
      return {
        ...entry,
        spec_text: each.text,
        spec: specOf(each) as unknown as Json,
        by_hand_refusal: {
          host: 'The host of this game has to judge it by its rules, and hooks by hand know none. You can join a table of it.',
          guest: entry.playable ? null : 'Tables of the kind mental_poker cannot be played here.',
        },
        board: each.source === 'community' ? null : boardOf(id, each),
        board_problem: null,
        community: away
          ? null
          : {
              governance: {
                ...governanceOf(each),
                author_public_key: keyOf(each.author),
                created_reason: each.reason,
                deprecated_reason: each.status === 'deprecated' ? 'Use the one whose grid can be chosen.' : null,
                canonical_rank: each.family === null ? null : 1,
                updated_at: 1_795_000_000_000,
              },
              stats: {
                post_count: each.played * 2,
                session_count: each.played,
                avg_rating: each.played > 9 ? 4.4 : null,
                rating_count: Math.floor(each.played / 12),
              },
              similar: {
                total: kin.length,
                results: kin.map(([other, { text }], at) => ({
                  protocol_id: other,
                  name: (JSON.parse(text) as Spec).name ?? null,
                  similarity: 1 - at * 0.22,
                  param_types_match: at === 0,
                })),
              },
            },
        community_problem: away ? { code: 'community_unreachable', message: 'No answer.' } : null,
      };
    },
    lineage: async ({ protocol }: { protocol: string }): Promise<Lineage> => {
      const [id, each] = find(protocol);
      const relatives = [...all]
        .map(([other, one], at) => ({ ...foundOf(other, one, at), one }))
        .filter(
          ({ protocol_id, governance }) =>
            protocol_id === id || (each.family !== null && governance.family === each.family),
        )
        .map(({ protocol_id, name, governance, author_public_key, created_at, here }) => ({
          protocol_id,
          name,
          status: governance.status,
          family: governance.family,
          parent_protocol_id: governance.parent_protocol_id,
          author_public_key,
          // A parent is older than what comes of it.
          created_at: created_at + (governance.parent_protocol_id === null ? 0 : 30 * dayMs),
          here,
        }));
      return { protocol_id: id, family: each.family, relatives, whole: true, community_problem: null };
    },
    diff: async ({ before, after }: { before: string; after: string }) =>
      diffSpecs(find(before)[1].text, find(after)[1].text),
    published_board: ({ protocol }: { protocol: string }) =>
      asked(() => {
        const [id, each] = find(protocol);
        return { board: each.board === 'platform' ? boardOf(id, each) : null };
      }),
    fetch: async ({ protocol }: { protocol: string }) => {
      const [id, each] = find(protocol);
      if (each.source === 'community') each.source = 'cached';
      tell();
      return entryOf(id, each);
    },
    govern: async ({
      protocol,
      family,
      status,
      tags,
    }: {
      protocol: string;
      family: string;
      status: Status;
      tags?: string[];
    }) => {
      const [id, each] = find(protocol);
      Object.assign(each, { family, status, tags: tags ?? each.tags });
      tell();
      return entryOf(id, each);
    },
    hooks: async ({ protocol }: { protocol: string }) => hooksOf(...find(protocol)),
    set_hooks: async ({ protocol, text, based_on }: { protocol: string; text: string; based_on: string | null }) => {
      const [id, each] = find(protocol);
      if (hooksOf(id, each).hash !== based_on || text.includes('// rival')) {
        throw new ParlorError('hooks_changed', 'The hooks were changed since they were read.');
      }
      files.set(id, { text, state: checkOf(text).state });
      tell();
      return hooksOf(id, each);
    },
    check_hooks: async ({ text }: { text: string }) => checkOf(text),
    self_test: async ({
      text = finished,
      adversarial = false,
    }: {
      text?: string;
      adversarial?: boolean;
    }): Promise<SelfTestReport> => {
      const { open_methods, problem } = checkOf(text);
      if (problem) throw Object.assign(new ParlorError(problem.code, problem.message, problem.detail));
      if (open_methods.length > 0)
        throw new ParlorError('hooks_unfinished', `The hooks are not finished: ${open_methods}.`);
      const seat = (reason: string | null) => ({
        outcome: { completed: true, winner: 'guest' as const, reason, problem: null },
        warnings: [],
      });
      const say = (from: 'host' | 'guest', frame: { [name: string]: Json }) => ({ from, frame });
      const attack = (kind: string, against: 'host' | 'guest', message: string, refused = true) => ({
        kind,
        against,
        message,
        reaction: refused ? ('ended' as const) : ('taken' as const),
        code: refused ? 'peer_protocol_error' : null,
        refused,
      });
      return {
        ok: true,
        mode: 'session_loop',
        stopped: null,
        frames: [
          say('guest', { action: 'join' }),
          say('host', { action: 'ready' }),
          say('guest', { action: 'move', turn: 1, choice: 'a' }),
          say('host', { action: 'move_result', turn: 1, game_over: true, winner: 'guest' }),
        ],
        frame_count: 4,
        seats: { host: seat('The guest holds more light.'), guest: seat(null) },
        attacks: adversarial
          ? [
              attack('undeclared_field', 'host', 'move'),
              attack('wrong_type', 'host', 'move'),
              attack('out_of_range', 'host', 'move', false),
              attack('garbage_line', 'guest', 'ready'),
              attack('huge_line', 'guest', 'move_result'),
            ]
          : [],
      };
    },
  };
  /** As `tables.by_hand` would write them. */
  const byHand = async ({ protocol_id }: { protocol_id: string }) => {
    find(protocol_id);
    files.set(protocol_id, { text: finished, state: 'by_hand' });
    return { no_host: 'The host of this game has to judge it by its rules.' };
  };
  return { protocols, byHand };
}
