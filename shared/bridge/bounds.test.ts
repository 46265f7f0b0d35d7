/**
 * No answer or event of the bridge may grow with what a person has done: each list and record in the contract has a maximum, or stands
 * here with what bounds it. A new one fails this test until that has been thought about.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { bridge } from './contract.ts';
import { withinLimits } from './newest-within.ts';
import { pageMaxCharacters } from './pages.ts';
import { responseMaxLength } from './port.ts';

/** What bounds a list or record without a maximum of its own, and its place: the first in the contract that has it. */
const bounds: { [bound: string]: string[] } = {
  'a fixed set of names': [
    ...['app.doctor.checks', 'app.doctor.checks[].facts', 'app.storage.parts'],
    ...['lobby.inspect.control_modes', 'tables.hostable.protocols[].control_modes', 'tables.rows.rows[].checks'],
    ...['tables.list.tables[].steps', 'tables.list.tables[].checks', 'lobby.list.entries[].checks[].evidence'],
    ...['agents.find.people[].sources', 'protocols.hooks.open_methods', 'studio.open_project.methods'],
    ...['publishing.prepare.steps', 'strengths.match.games', 'community.test.limits'],
  ],
  'a page: pages.ts, or the limit of the request': [
    ...[
      'lobby.list.entries',
      'lobby.list.gone',
      'protocols.labels.labels',
      'protocols.labels.defaults',
      'protocols.search.results',
    ],
    ...[
      'protocols.usage.usage',
      'protocols.deprecations.deprecations',
      'tables.advice.advised',
      'agents.history.results',
      'agents.elo_leaderboard.entries',
    ],
    ...['agents.karma_leaderboard.entries', 'agents.ratings.results', 'agents.find.people'],
    'complaints.list.complaints',
  ],
  'the newest that fit: newest-within.ts, table-core.ts': [
    ...['tables.list.tables[].moves', 'tables.list.tables[].talk', 'tables.list.tables[].sealed_rounds'],
    ...['tables.list.tables[].board_record.messages', 'studio.open_project.game.frames'],
    ...['studio.open_project.game.seats.host.moves', 'studio.open_project.game.seats.host.talk'],
    ...['studio.open_project.log', 'protocols.self_test.frames', 'protocols.self_test.log'],
    'protocols.sample.sample.talk',
  ],
  'the size of a spec (256 KiB), of its options (64 KiB), or of one message or output of hooks (256 KiB)': [
    ...[
      'lobby.list.entries[].tags',
      'community.invitation.invitation.options',
      'tables.list.tables[].board_record.options',
    ],
    ...['tables.list.tables[].board_record.messages[].fields', 'tables.list.tables[].board_record.messages[].fields{}'],
    ...['tables.list.tables[].moves[].message', 'tables.list.tables[].hooks.manners', 'strengths.list.strengths'],
    ...['protocols.diff.messages', 'protocols.diff.messages[].fields', 'protocols.diff.messages[].fields[].places'],
    ...['protocols.diff.messages[].places', 'protocols.diff.options', 'protocols.diff.flow', 'protocols.diff.rules'],
    ...['protocols.diff.terms', 'protocols.diff.about', 'protocols.self_test.seats.host.warnings'],
    ...['protocols.self_test.seats.host.warnings[]', 'protocols.self_test.attacks', 'protocols.self_test.problems'],
    ...['protocols.self_test.adversary.games', 'protocols.self_test.adversary.unreached'],
    'protocols.self_test.attacks[].accepted.changed',
    ...['protocols.self_test.problems[].params', 'studio.open_project.problems', 'publishing.prepare.problems'],
    ...['studio.open_project.game.frames[].problems', 'app.state.community.problem.detail'],
    'protocols.labels.defaults{}',
    ...['protocols.list.protocols[].governance.capabilities', 'protocols.list.protocols[].governance.tags'],
  ],
  'the size of words.json (128 KiB)': [
    ...['protocols.labels.labels{}.options', 'protocols.labels.labels{}.fields'],
    ...['protocols.labels.labels{}.options{}.line', 'protocols.labels.labels{}.options{}.values'],
    ...['protocols.labels.labels{}.values', 'protocols.labels.labels{}.messages', 'protocols.labels.labels{}.texts'],
    ...['protocols.labels.labels{}.automatic', 'protocols.labels.labels{}.marks', 'protocols.labels.labels{}.how'],
  ],
  'the files of a board or project: bundle/limits.ts, studio/files.ts, fixtures.ts': [
    ...['protocols.get.board.files', 'studio.open_project.files', 'studio.open_project.fixtures'],
    ...['studio.import_board.moves', 'studio.import_board.problems', 'studio.import_board.written'],
    ...['studio.open_project.change.files.added', 'studio.open_project.change.files.removed'],
    ...['studio.open_project.change.files.changed', 'publishing.prepare.files', 'studio.excerpt.lines'],
  ],
  'what the community answers at once: limits.ts, lineage.ts, preflight.ts': [
    ...['protocols.get.community.similar.results', 'protocols.lineage.relatives', 'protocols.preflight.nearest'],
    ...['agents.profile.capabilities'],
    ...['agents.profile.families', 'agents.profile.head_to_head.families'],
  ],
  'made by hand one by one, with less than 500 bytes each': [
    ...['app.state.settings.relays', 'identity.list.identities', 'identity.offer.used_in'],
    'community.list.communities',
    ...['community.list.communities[].registered', 'community.addresses.addresses', 'clients.list.clients'],
    ...['clients.list.releases.protocols', 'clients.list.releases.people', 'clients.list.clients[].tables'],
    'tables.host.earlier_post_ids',
  ],
  'one change each': ['tables.hosting!.hosted', 'tables.hosting!.gone'],
};

interface Node {
  _zod: { def: Record<string, unknown> & { type: string; checks?: { _zod: { def: { check: string } } }[] } };
}

const hasMaximum = (schema: unknown): boolean =>
  (schema as Node)._zod.def.checks?.some(({ _zod }) => ['max_length', 'length_equals'].includes(_zod.def.check)) ??
  false;

/** The places of lists and records without a maximum. A schema that is used in several places counts at its first. */
function unboundedPlaces(): string[] {
  const seen = new Set<unknown>();
  const places: string[] = [];
  function visit(schema: unknown, place: string, path: readonly unknown[]): void {
    if (path.includes(schema)) return;
    const { def } = (schema as Node)._zod;
    const into = (next: unknown, step = '') => visit(next, place + step, [...path, schema]);
    if (def.type === 'array' || def.type === 'record') {
      if (seen.has(schema)) return;
      seen.add(schema);
      if (!hasMaximum(schema)) places.push(place);
    }
    if (def.type === 'object')
      for (const [name, member] of Object.entries(def.shape as object)) into(member, `.${name}`);
    else if (def.type === 'array') into(def.element, '[]');
    else if (def.type === 'record') into(def.valueType, '{}');
    else if (def.type === 'union') for (const option of def.options as unknown[]) into(option);
    else if (def.type === 'pipe') into(def.out);
    else if (def.innerType) into(def.innerType);
  }
  for (const [group, { calls, events }] of Object.entries(bridge)) {
    for (const [name, { result }] of Object.entries(calls)) visit(result, `${group}.${name}`, []);
    for (const [name, event] of Object.entries(events)) visit(event, `${group}.${name}!`, []);
  }
  return places;
}

it('every list and record in an answer or event is bounded', () => {
  const known = Object.values(bounds).flat();
  expect(unboundedPlaces().sort()).toEqual([...known].sort());
});

it('finds a list without a maximum', () => {
  expect([z.array(z.string()).max(3), z.array(z.string()).length(3), z.array(z.string())].map(hasMaximum)).toEqual([
    true,
    true,
    false,
  ]);
});

/** A table at the end of a game that nobody would play. */
function largestGame() {
  const list = (count: number, entry: object) => Array.from({ length: count }, (_, index) => ({ index, ...entry }));
  return {
    ...withinLimits({
      moves: list(50_000, { text: '\u0001'.repeat(100) }),
      sealed_rounds: list(500, { value: 'x'.repeat(8192) }),
      board_record: { messages: list(300, { fields: { cells: 'x'.repeat(64 * 1024) } }) },
    }),
    // As table-core.ts and the limits of hooks allow.
    talk: '\u0001'.repeat(60_000),
    view: 'x'.repeat(256 * 1024),
    ask: 'x'.repeat(256 * 1024),
  };
}

it('the largest table fits an event, and the largest page of tables an answer', () => {
  const { length } = JSON.stringify(largestGame());
  expect(length).toBeGreaterThan(1024 * 1024);
  // A page ends with the table that fills it.
  expect(pageMaxCharacters + length).toBeLessThan(responseMaxLength);
});
