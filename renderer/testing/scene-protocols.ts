/** Sample protocols: some on this computer, and a family in the community. Their differences are computed by shared/protocol. */
import chatText from '../../resources/protocols/chat/spec.json?raw';
import fourSample from '../../resources/protocols/connect-four/sample.json?raw';
import fourText from '../../resources/protocols/connect-four/spec.json?raw';
import oracleText from '../../resources/protocols/oracle/spec.json?raw';
import rpsText from '../../resources/protocols/rock-paper-scissors/spec.json?raw';
import type { ProtocolEntry, ProtocolPage } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { defaultsOf } from '../../shared/protocol/options.ts';
import { flowMode, readSpec } from '../../shared/protocol/spec.ts';
import type { Spec } from '../../shared/protocol/spec-types.ts';
import { templateSpec } from '../../shared/protocol/templates.ts';
import { protocolWordsFileSchema } from '../../shared/protocol/words.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { type BoardRecord, BoardRecorder } from '../../shared/tables/board-record.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { outageOf, throwOutage } from './outages.ts';
import { keyOf, person, protocolIdNamed } from './samples.ts';
import { publishedLineage } from './scene-publishing.ts';

const specs = import.meta.glob<string>('../../resources/protocols/*/spec.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const words = import.meta.glob<string>('../../resources/protocols/*/words.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Of the bundled protocols. */
const labels = Object.entries(words).map(([path, file]) => {
  const spec = specs[path.replace('words.json', 'spec.json')];
  return [protocolIdOf(spec!), protocolWordsFileSchema.parse(JSON.parse(file))] as const;
});

interface KnownProtocol {
  text: string;
  family: string | null;
  parent: string | null;
  status: ProtocolEntry['governance']['status'];
  source: ProtocolEntry['source'];
  hooks: ProtocolEntry['hooks'];
  board: 'local' | 'platform' | null;
  played: number;
}

const hooksText = `/** Hooks for "Lantern Auction". */
export function init({ role, options }) {
  return { role, options };
}
`;
/** The protocol that is offered in the lobby and to hosts. */
const hostedAuction = protocolIdNamed('Lantern Auction');
const deprecatedReason = 'Use the one whose grid can be chosen.';
const createdAt = 1_790_000_000_000;
const specText = (spec: object): string => JSON.stringify(spec, null, 2);
const fourSpec = JSON.parse(fourText) as Spec;
const fourRules = fourSpec.rules as object;
const narrow = specText({
  ...fourSpec,
  description: 'Four in a line on seven columns.',
  messages: (fourSpec.messages as object[]).slice(0, -1),
  rules: { ...fourRules, draw: 'A full grid is a draw; both get half a point.' },
});
const wide = specText({
  ...fourSpec,
  name: 'Connect Five',
  description: 'Five in a line, on a wider grid. \u202EThe guest drops first.',
  rules: { ...fourRules, win: 'Five discs of one seat in an unbroken line win at once.' },
});
const auction = specText({
  ...templateSpec('session_loop', 'Lantern Auction'),
  description: 'Bid for lanterns with coins you keep secret. \u202EThe last lantern counts twice.',
  rules: {
    lots: 'Lanterns are sold one by one; the host names each.',
    bids: { sealed: 'Both bid at once.', tie: { first: 'The guest takes the first tie.', later: 'Ties alternate.' } },
  },
  parameters: { lots: { type: 'integer', min: 1, max: 12, default: 4, description: 'How many lanterns are sold' } },
});

function knownProtocols(): Map<string, KnownProtocol> {
  const known = (text: string, changes: Partial<KnownProtocol>): KnownProtocol => ({
    ...{ text, family: null, parent: null, status: 'active', source: 'community' },
    ...{ hooks: 'missing', board: null, played: 0 },
    ...changes,
  });
  const bundled = { source: 'bundled', hooks: 'finished', board: 'local' } as const;
  const family = 'game:connect-four';
  const all = [
    known(chatText, { ...bundled, played: 31 }),
    known(fourText, { ...bundled, family, parent: protocolIdOf(narrow), played: 412 }),
    known(oracleText, { ...bundled, played: 8 }),
    known(rpsText, { ...bundled, family: 'game:rps', played: 1286 }),
    known(auction, { source: 'own', hooks: 'finished', status: 'experimental', family: 'game:auction', played: 3 }),
    known(narrow, { family, status: 'deprecated', played: 57 }),
    known(wide, { family, parent: protocolIdOf(fourText), board: 'platform', played: 24 }),
  ];
  return new Map(all.map((each) => [protocolIdOf(each.text), each]));
}

/** The sample position of Connect Four. */
function fourPosition(): BoardRecord {
  const recorder = new BoardRecorder(readSpec(fourText).spec);
  const { options, sent } = JSON.parse(fourSample) as { options: JsonObject; sent: [Role, JsonObject][] };
  const terms = { role: 'guest', control_mode: 'human', options, manner: null, hooks_hash: keyOf(1) } as const;
  recorder.add({ kind: 'start', ...terms });
  for (const [by, frame] of sent) {
    recorder.add({ kind: 'frame', direction: by === 'guest' ? 'sent' : 'received', frame });
  }
  return recorder.latest!;
}

export function protocolHandlers(scene: string, boardUrl: string): NonNullable<FakeHandlers['protocols']> {
  const all = knownProtocols();
  const outage = outageOf(scene);
  /** Responds like the community of the scene: refuses, never responds, or succeeds. */
  const online = <T>(value: T): Promise<T> | T => {
    throwOutage(scene);
    return scene === 'loading' ? new Promise(() => {}) : value;
  };
  const find = (id: string): KnownProtocol => {
    const known = all.get(id);
    if (!known) throw new ParlorError('protocol_missing', 'Neither this computer nor the community has it.');
    return known;
  };
  const governanceOf = ({ family, status, parent }: KnownProtocol) => ({
    ...{ family, status, parent_protocol_id: parent },
    ...{ capabilities: [], tags: family === null ? [] : ['board', 'quick'] },
  });
  const boardOf = (id: string, { board }: KnownProtocol): ProtocolPage['board'] =>
    board && {
      source: board,
      manifest_hash: sha256Hex(`board ${id}`),
      author: board === 'local' ? 'Parlor' : keyOf(3),
      size_bytes: 31_400,
      files: ['board.js', 'index.html'].map((path) => ({ path, content_hash: sha256Hex(path), size_bytes: 7300 })),
    };
  const aboutOf = ({ text }: KnownProtocol) => {
    const { name = '', description = '', type = 'protocol' } = JSON.parse(text) as Spec;
    return { name, description, type };
  };
  const entryOf = (id: string, known: KnownProtocol): ProtocolEntry => {
    const board = known.source === 'community' ? null : boardOf(id, known);
    return {
      ...{ protocol_id: id, ...aboutOf(known), mode: flowMode(JSON.parse(known.text) as Spec), playable: true },
      ...{ source: known.source, governance: governanceOf(known), author_public_key: keyOf(3), hooks: known.hooks },
      board: board && { source: board.source, manifest_hash: board.manifest_hash, author: board.author },
    };
  };
  const statsOf = ({ played }: KnownProtocol) => ({
    ...{ post_count: played * 2, session_count: played, rating_count: Math.floor(played / 12) },
    avg_rating: played > 11 ? 4.4 : null,
  });
  const kinOf = (id: string, { family }: KnownProtocol) =>
    [...all].filter(([other, known]) => other !== id && family !== null && known.family === family);
  const communityOf = (id: string, known: KnownProtocol): ProtocolPage['community'] => ({
    governance: {
      ...{ ...governanceOf(known), author_public_key: keyOf(3), created_reason: '', updated_at: createdAt },
      deprecated_reason: known.status === 'deprecated' ? deprecatedReason : null,
      canonical_rank: null,
    },
    stats: statsOf(known),
    similar: {
      total: kinOf(id, known).length,
      results: kinOf(id, known).map(([other, kin], index) => ({
        ...{ protocol_id: other, name: aboutOf(kin).name, similarity: 1 - index * 0.2, param_types_match: index === 0 },
      })),
    },
  });

  return {
    labels: ({ language }) => ({
      labels: Object.fromEntries(labels.flatMap(([id, file]) => (file[language] ? [[id, file[language]]] : []))),
      defaults: Object.fromEntries(
        [...all].map(([id, { text, source }]) => [id, source === 'bundled' ? defaultsOf(readSpec(text).spec) : {}]),
      ),
    }),
    sample: ({ protocol }) => ({
      sample: find(protocol).text === fourText ? { url: boardUrl, record: fourPosition(), talk: [] } : null,
    }),
    list: () => ({
      protocols: [...all].filter(([, { source }]) => source !== 'community').map(([id, known]) => entryOf(id, known)),
    }),
    search: ({ query = '', family }) =>
      online({
        results: [...all]
          .map(([protocol_id, known]) => ({
            ...{ protocol_id, ...aboutOf(known), author_public_key: keyOf(3), created_at: createdAt },
            ...{ governance: governanceOf(known), here: known.source !== 'community' },
          }))
          .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
          .filter(({ governance }) => family === undefined || governance.family === family),
        next_cursor: null,
      }),
    usage: ({ protocol_ids }) =>
      online({
        usage: protocol_ids.flatMap((protocol_id) => {
          const known = all.get(protocol_id);
          return known ? [{ protocol_id, ...statsOf(known) }] : [];
        }),
      }),
    get: ({ protocol }) => {
      const known = find(protocol);
      return {
        ...entryOf(protocol, known),
        ...{ spec_text: known.text, spec: JSON.parse(known.text) as Json },
        ...{ by_hand_refusal: { host: 'The host of this game has to judge it by its rules.', guest: null } },
        ...{ board: known.source === 'community' ? null : boardOf(protocol, known), board_problem: null },
        community: outage ? null : communityOf(protocol, known),
        community_problem: outage,
      };
    },
    published_board: ({ protocol }) => {
      const known = find(protocol);
      return online({ board: known.board === 'platform' ? boardOf(protocol, known) : null });
    },
    deprecations: ({ protocol_ids }) =>
      online({
        deprecations: protocol_ids.flatMap((protocol_id) => {
          if (protocol_id === hostedAuction) {
            const successor = { protocol_id: protocolIdOf(auction), name: 'Lantern Auction', here: true };
            return [{ protocol_id, reason: 'Ties were never settled. \u202EUse the second edition.', successor }];
          }
          const known = all.get(protocol_id);
          if (known?.status !== 'deprecated') return [];
          const successor = kinOf(protocol_id, known)
            .filter(([, { parent }]) => parent !== null)
            .map(([id, next]) => ({ protocol_id: id, name: aboutOf(next).name, here: true }))[0];
          return [{ protocol_id, reason: deprecatedReason, successor: successor ?? null }];
        }),
      }),
    lineage: ({ protocol }) => {
      if (protocol === publishedLineage.protocol_id) return publishedLineage;
      const known = find(protocol);
      const relatives = [[protocol, known] as const, ...kinOf(protocol, known)].map(([protocol_id, relative]) => ({
        ...{ protocol_id, name: aboutOf(relative).name, status: relative.status, family: relative.family },
        ...{ parent_protocol_id: relative.parent, author_public_key: keyOf(3), here: relative.source !== 'community' },
        created_at: createdAt + (relative.parent === null ? 0 : 30 * 86_400_000),
      }));
      return { protocol_id: protocol, family: known.family, relatives, whole: true, community_problem: null };
    },
    diff: ({ before, after }) => diffSpecs(find(before).text, find(after).text),
    hooks: ({ protocol }) => {
      const { source, hooks } = find(protocol);
      const exist = hooks !== 'missing';
      return {
        origin: exist ? (source === 'bundled' ? 'bundled' : 'own') : null,
        ...{ state: hooks, text: hooksText, skeleton: hooksText, hash: exist ? sha256Hex(hooksText) : null },
        ...{ open_methods: [], problem: null, editable: source !== 'bundled' },
      };
    },
    consents: () => ({
      consents:
        scene === 'empty'
          ? []
          : [
              {
                ...{ source: 'platform', protocol_id: protocolIdOf(wide), protocol_name: 'Connect Five' },
                ...{ manifest_hash: keyOf(702), author: person(706, 'tide\u202Ewright', 1312), accepted_at: createdAt },
              },
            ],
    }),
  };
}
