/**
 * Sample publications by project: `blocked` adds nothing to a registered protocol, `own` and `foreign` are registered, `stopped` failed
 * during the upload, `cancelled` was cancelled there, `mismatch` came back as something else, `broken` has errors, `published` is
 * complete, `outdated` changes while it is read, `unreachable` can't be compared, and any other is a draft with similar protocols.
 */
import {
  type Lineage,
  type PublicationView,
  type PublishStep,
  publishSteps,
  type StudioProblem,
} from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { keyOf } from './samples.ts';

const files: PublicationView['files'] = [
  { path: 'index.html', size_bytes: 1240, state: 'waiting' },
  { path: 'board.js', size_bytes: 48_210, state: 'waiting' },
  { path: 'board.css', size_bytes: 9120, state: 'waiting' },
  { path: 'pictures/felt.webp', size_bytes: 412_800, state: 'waiting' },
  { path: 'pictures/discs.svg', size_bytes: 20_480, state: 'waiting' },
  {
    path: 'sounds/very-long-names-of-files-are-cut-at-the-end-of-their-line.json',
    size_bytes: 88_064,
    state: 'waiting',
  },
];

const stepsUntil = (reached: PublishStep, state: 'working' | 'waiting' | 'failed'): PublicationView['steps'] => {
  const at = publishSteps.indexOf(reached);
  return publishSteps.map((step, i) => ({ step, state: i < at ? 'done' : i === at ? state : 'waiting' }));
};

const reviewed = (publication_id: string): PublicationView => ({
  publication_id,
  state: 'review',
  steps: stepsUntil('register', 'waiting'),
  name: 'Four in a Line',
  protocol_id: keyOf(72),
  problems: [],
  files_hash: keyOf(76),
  rules_hash: keyOf(75),
  comparison: {
    status: 'allowed',
    draft_protocol_id: keyOf(72),
    classification: 'compatible_extension',
    recommendation: 'extend_existing',
    reason: 'This extends a registered protocol: give the reason for a new one.',
    existing_protocol_id: keyOf(31),
    nearest: [
      { protocol_id: keyOf(31), name: 'Connect Four', similarity: 0.96, classification: 'compatible_extension' },
      { protocol_id: keyOf(32), name: 'Connect Five', similarity: 0.81, classification: 'contract_change' },
    ],
    required_metadata: { family: 'game:connect', parent_protocol_id: keyOf(31), created_reason: null },
  },
  governance: {
    family: 'game:connect',
    status: 'experimental',
    parent_protocol_id: keyOf(31),
    tags: ['quick', 'line'],
    capabilities: [],
    created_reason: null,
    deprecated_reason: null,
  },
  registered: null,
  files,
  problem: null,
  result: null,
});

const uploaded = (count: number, next: 'sending' | 'waiting' = 'waiting'): PublicationView['files'] =>
  files.map((file, at) => ({ ...file, state: at < count ? 'sent' : at === count ? next : 'waiting' }));

const problemOf = (kind: StudioProblem['kind'], at: Partial<StudioProblem>): StudioProblem => ({
  ...{ id: kind, severity: 'error', kind, subject: '', message: '', code: null, params: {} },
  ...{ file: null, line: null, column: null, pointer: null },
  ...at,
});

export function publicationOf(id: string): PublicationView {
  const view = reviewed(id);
  if (id === 'blocked' && view.comparison) {
    const comparison = { ...view.comparison, status: 'blocked' as const, classification: 'options_only' as const };
    return { ...view, comparison, problems: [problemOf('hooks_unfinished', { subject: 'handle' })] };
  }
  if (id === 'own' || id === 'foreign') return { ...view, registered: id };
  const stop = stops[id];
  if (stop) return { ...view, state: 'stopped', ...stop };
  if (id === 'broken') {
    return {
      ...view,
      state: 'stopped',
      steps: stepsUntil('check', 'failed'),
      comparison: null,
      problems: [
        problemOf('spec_rule', {
          ...{ subject: 'messages.2.fields.turn.max', message: 'max is below min', code: 'bounds_reversed' },
          ...{ params: { high: 'max', low: 'min' }, file: 'spec.json', line: 34, column: 9 },
        }),
        problemOf('ui_size', {
          ...{ subject: 'felt.png', message: 'larger than 512 KiB', code: 'file_too_large' },
          ...{ params: { kb: 512 }, file: 'ui/felt.png' },
        }),
      ],
      problem: { code: 'invalid_spec', message: 'Nothing was sent.' },
    };
  }
  if (id === 'published') {
    return {
      ...view,
      state: 'published',
      steps: publishSteps.map((step) => ({ step, state: 'done' })),
      files: uploaded(files.length),
      result: {
        protocol_id: keyOf(72),
        name: 'Four in a Line',
        fresh: true,
        board: { manifest_hash: keyOf(73), files: files.length, size_bytes: 579_914, idempotent: false },
        hooks: 'stored',
      },
    };
  }
  return view;
}

const version = { family: 'game:connect', name: 'Four in a Line', author_public_key: keyOf(900), here: true };

/** The family of the published project: both versions are the person's own. */
export const publishedLineage: Lineage = {
  ...{ protocol_id: keyOf(72), family: 'game:connect', whole: true, community_problem: null },
  relatives: [
    {
      ...version,
      ...{ protocol_id: keyOf(72), status: 'experimental', parent_protocol_id: keyOf(71) },
      created_at: Date.UTC(2026, 10, 21),
    },
    {
      ...version,
      ...{ protocol_id: keyOf(71), status: 'active', parent_protocol_id: null, created_at: Date.UTC(2026, 8, 2) },
    },
  ],
};

const stops: { [id: string]: Pick<PublicationView, 'steps' | 'files' | 'problem'> } = {
  stopped: {
    steps: stepsUntil('files', 'failed'),
    files: uploaded(3),
    problem: { code: 'community_unreachable', message: 'The community cannot be reached.' },
  },
  cancelled: {
    steps: stepsUntil('files', 'failed'),
    files: uploaded(3),
    problem: { code: 'cancelled', message: 'Stopped.' },
  },
  mismatch: {
    steps: stepsUntil('verify', 'failed'),
    files: uploaded(files.length),
    problem: { code: 'bundle_invalid', message: 'The community returned a different board.' },
  },
};

export function publishingHandlers(emit: (view: PublicationView) => void): NonNullable<FakeHandlers['publishing']> {
  let reads = 0;
  return {
    prepare({ project_id }) {
      if (project_id === 'unreachable') throw new ParlorError('community_unreachable', 'No answer.');
      reads += 1;
      return project_id === 'outdated' && reads > 1 ? new Promise(() => {}) : publicationOf(project_id);
    },
    publish({ project_id }) {
      if (project_id === 'outdated') throw new ParlorError('consent_outdated', 'The files have changed.');
      const view: PublicationView = {
        ...reviewed(project_id),
        state: 'working',
        steps: stepsUntil('files', 'working'),
        files: uploaded(3, 'sending'),
      };
      emit(view);
      return view;
    },
    diff: ({ before }) => ({
      ...{ before_protocol_id: before, after_protocol_id: keyOf(72), same_contract: false },
      ...{ messages: [], flow: [], rules: [], terms: [], about: [] },
      options: [
        {
          ...{ name: 'cols', change: 'changed', before: { max: 9 }, after: { max: 12 } },
          places: [{ pointer: '/max', change: 'changed', before: 9, after: 12 }],
        },
      ],
    }),
  };
}
