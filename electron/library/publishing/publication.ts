/**
 * A publication as a pure state machine: `nextAction` returns the next action, `advance` takes its outcome. Progress is derived from the
 * outcomes so far, so a stopped publication continues with the action that failed. All requests are idempotent, so they can be repeated if
 * a response was lost.
 */
import type {
  GovernanceOverrides,
  PublicationView,
  PublishGovernance,
  PublishStep,
  StudioProblem,
} from '../../../shared/bridge/contract.ts';
import { publishSteps } from '../../../shared/bridge/publishing.ts';
import { ParlorError, type Problem, toProblem } from '../../../shared/errors.ts';
import type { Preflight } from '../../../shared/protocol/preflight.ts';
import type { Board } from '../board.ts';
import { filesHash, rulesHash } from '../rules-hash.ts';

/** An author's files as they were read. */
export interface Draft {
  name: string;
  /** Null if the spec is not JSON. */
  protocol_id: string | null;
  /** All problems with their files. */
  problems: StudioProblem[];
  /** Null if it violates a rule. */
  specText: string | null;
  board: Board | null;
  hooks: string | null;
  /** The text of words.json, if it follows the rules. */
  words: string | null;
}

export interface Comparison {
  preflight: Preflight;
  governance: PublishGovernance;
  /** Who registered the protocol; null if the community does not have it. */
  registered: 'own' | 'foreign' | null;
}

type PublishResult = NonNullable<PublicationView['result']>;

interface Upload {
  /** The service has the manifest. */
  isOpen: boolean;
  /** Paths known to be missing; if there are none, finalizing reports further ones. */
  missingPaths: readonly string[];
  sentPaths: readonly string[];
  /** Null until the board is published. */
  idempotent: boolean | null;
}

export interface Publication {
  readonly options: {
    /** Overrides parts of the suggested governance; null declares none. */
    governance: GovernanceOverrides | null;
    /** Publishes even if the comparison blocks it. */
    skipPreflight: boolean;
    reason: string | null;
  };
  /** False until the author has seen the comparison. */
  readonly confirmed: boolean;
  readonly draft: Draft | null;
  readonly comparison: Comparison | null;
  readonly registered: { isNew: boolean; isOwn: boolean } | null;
  readonly governanceUpdated: boolean;
  readonly upload: Upload;
  readonly verified: boolean;
  readonly hooks: PublishResult['hooks'] | null;
  /** The action in progress. */
  readonly currentAction: Action | null;
  readonly problem: Problem | null;
}

export type Action =
  | { do: 'check' | 'compare' | 'register' | 'verify' | 'hooks' }
  | { do: 'govern'; governance: PublishGovernance & { family: string } }
  | { do: 'open'; files: readonly string[] }
  | { do: 'send'; path: string }
  | { do: 'finalize' };

/** The outcome of an action that did not fail. */
export type Outcome =
  | { done: 'check'; draft: Draft }
  | { done: 'compare'; comparison: Comparison }
  | { done: 'register'; isNew: boolean; isOwn: boolean }
  | { done: 'govern' }
  /** `stagedCount`: how many files the service has; null if it accepts no more, because the board was published. */
  | { done: 'open'; stagedCount: number | null }
  | { done: 'send' }
  | { done: 'finalize'; idempotent: boolean }
  /** Empty if the service did not name them. */
  | { done: 'incomplete'; missingPaths: readonly string[] }
  | { done: 'verify' }
  | { done: 'hooks'; hooks: PublishResult['hooks'] };

export function newPublication(options: Publication['options'], confirmed: boolean): Publication {
  return {
    options,
    confirmed,
    draft: null,
    comparison: null,
    registered: null,
    governanceUpdated: false,
    upload: { isOpen: false, missingPaths: [], sentPaths: [], idempotent: null },
    verified: false,
    hooks: null,
    currentAction: null,
    problem: null,
  };
}

/** Boards up to this size are sent in one request, larger ones file by file. */
export const batchBytes = 512 * 1024;

/** Null if the publication has stopped, is done, or waits for its author. */
export function nextAction(state: Publication): Action | null {
  const { draft, comparison, confirmed, registered, upload, problem } = state;
  if (problem) return null;
  if (!draft || checkFailure(draft)) return { do: 'check' };
  if (!comparison) return { do: 'compare' };
  if (!confirmed) return null;
  if (isBlocked(state)) return { do: 'compare' };
  if (!registered) return { do: 'register' };
  const governance = governanceOf(state);
  if (!state.governanceUpdated && governance && registered.isOwn) return { do: 'govern', governance };
  if (draft.board && upload.idempotent === null) return uploadAction(draft.board, upload);
  if (!state.verified) return { do: 'verify' };
  return state.hooks === null ? { do: 'hooks' } : null;
}

function uploadAction(board: Board, { isOpen, missingPaths }: Upload): Action {
  const [path] = missingPaths;
  if (isOpen) return path === undefined ? { do: 'finalize' } : { do: 'send', path };
  return { do: 'open', files: board.size_bytes <= batchBytes ? [...board.files.keys()] : [] };
}

function governanceOf({ options, comparison }: Publication): (PublishGovernance & { family: string }) | null {
  if (options.governance === null || !comparison) return null;
  const { family, ...rest } = withOverrides(comparison.governance, options.governance);
  return family === null ? null : { family, ...rest };
}

const withOverrides = (suggested: PublishGovernance, options: GovernanceOverrides | null): PublishGovernance =>
  Object.assign(
    { ...suggested },
    ...Object.entries(options ?? {}).map(([name, value]) => value !== undefined && { [name]: value }),
  );

export const begin = (state: Publication, action: Action): Publication => ({ ...state, currentAction: action });

export const stop = (state: Publication, problem: Problem): Publication => ({ ...state, currentAction: null, problem });

/** Called when the author has seen the comparison and publishes, or continues after a failure with the action that failed. */
export function confirm(
  state: Publication,
  options: Pick<Publication['options'], 'governance' | 'skipPreflight'>,
): Publication {
  return stopIfBlocked({ ...state, problem: null, confirmed: true, options: { ...state.options, ...options } });
}

export function advance(previous: Publication, outcome: Outcome): Publication {
  const state = { ...previous, currentAction: null };
  const { upload } = state;
  switch (outcome.done) {
    case 'check': {
      const failure = checkFailure(outcome.draft);
      const checkedState = { ...state, draft: outcome.draft };
      return failure ? stop(checkedState, failure) : checkedState;
    }
    case 'compare':
      return stopIfBlocked({ ...state, comparison: outcome.comparison });
    case 'register':
      return { ...state, registered: { isNew: outcome.isNew, isOwn: outcome.isOwn } };
    case 'govern':
      return { ...state, governanceUpdated: true };
    case 'open':
      return { ...state, upload: uploadAfterOpening(previous, outcome.stagedCount) };
    case 'send': {
      const [path, ...missingPaths] = upload.missingPaths;
      return {
        ...state,
        upload: {
          ...upload,
          missingPaths,
          sentPaths: path === undefined ? upload.sentPaths : [...upload.sentPaths, path],
        },
      };
    }
    case 'finalize':
      return { ...state, upload: { ...upload, idempotent: outcome.idempotent, sentPaths: pathsOf(state) } };
    case 'incomplete':
      return withMissing(state, outcome.missingPaths);
    case 'verify':
      return { ...state, verified: true };
    case 'hooks':
      return { ...state, hooks: outcome.hooks };
  }
}

const pathsOf = ({ draft }: Publication): string[] => [...(draft?.board?.files.keys() ?? [])];

function uploadAfterOpening(state: Publication, stagedCount: number | null): Upload {
  const paths = pathsOf(state);
  const sentPaths = state.currentAction?.do === 'open' ? state.currentAction.files : [];
  const upload = { ...state.upload, isOpen: true };
  if (stagedCount === null || stagedCount === paths.length) return { ...upload, missingPaths: [], sentPaths: paths };
  // Others were sent by an earlier attempt; the service names what is missing when the board is finalized.
  if (stagedCount !== sentPaths.length) return { ...upload, missingPaths: [] };
  return { ...upload, missingPaths: paths.filter((path) => !sentPaths.includes(path)), sentPaths };
}

/** Stops if a file that was sent is still missing: it would be sent forever. */
function withMissing(state: Publication, reportedPaths: readonly string[]): Publication {
  const { upload } = state;
  const missingPaths =
    reportedPaths.length > 0 ? reportedPaths : pathsOf(state).filter((path) => !upload.sentPaths.includes(path));
  if (missingPaths.length === 0 || missingPaths.some((path) => upload.sentPaths.includes(path))) {
    const error = new ParlorError('manifest_incomplete', 'The community does not store the files of the board.');
    return stop(
      { ...state, upload: { isOpen: false, missingPaths: [], sentPaths: [], idempotent: null } },
      toProblem(error),
    );
  }
  return { ...state, upload: { ...upload, missingPaths } };
}

/**
 * Never true before the author has seen the comparison. With governance, the author's own registered protocol is not a duplicate:
 * publishing adds its next board.
 */
function isBlocked({ comparison, confirmed, options }: Publication): boolean {
  const isUpdate = comparison?.registered === 'own' && options.governance !== null;
  return comparison?.preflight.status === 'blocked' && confirmed && !options.skipPreflight && !isUpdate;
}

function stopIfBlocked(state: Publication): Publication {
  if (!state.comparison || !isBlocked(state)) return state;
  const { reason, classification, existing_protocol_id } = state.comparison.preflight;
  const message = `${reason} Nothing was registered (${classification}).`;
  const detail = { classification, existing_protocol_id };
  return stop(state, toProblem(new ParlorError('preflight_blocked', message, detail)));
}

// ---- the check ------------------------------------------------------------------------------------------------------

/**
 * Hooks are never sent, so their problems do not stop a publication. Neither do limits of what Parlor can play or show.
 */
const isBlocking = ({ severity, kind, subject }: StudioProblem): boolean => {
  if (severity !== 'error' || kind === 'spec_mode' || kind === 'ui_script') return false;
  return /^(spec|ui|folder)_/.test(kind) || (kind === 'file_refused' && /^(spec\.json$|ui(\/|$))/.test(subject));
};

const problemsMax = 20;

/** Combines all problems in one error, with the code of the most basic one. */
function checkFailure({ problems }: Draft): Problem | null {
  const blockingProblems = problems.filter(isBlocking);
  const [first] = blockingProblems;
  if (!first) return null;
  const listedProblems = blockingProblems.slice(0, problemsMax);
  const lines = listedProblems.map(({ file, line, column, pointer, message, subject }) => {
    const place = [file ?? subject, line, line === null ? null : column].filter((part) => part !== null).join(':');
    return [place, pointer || null, message].filter((part) => part !== null && part !== '').join(' ');
  });
  const errors = listedProblems.map(({ file, line, column, pointer, message }) => ({
    pointer: pointer ?? '',
    message,
    file,
    line,
    column,
  }));
  return toProblem(new ParlorError(codeOf(first), `Nothing was sent: ${lines.join('; ')}.`, { errors }));
}

function codeOf({
  kind,
  code,
  subject,
}: StudioProblem):
  | 'not_found'
  | 'duplicate_key'
  | 'malformed_json'
  | 'file_refused'
  | 'invalid_spec'
  | 'bundle_invalid' {
  if (kind === 'spec_missing' || kind === 'folder_gone') return 'not_found';
  if (kind === 'file_refused' && subject === 'spec.json')
    return code === 'refused_encoding' || code === 'refused_bytes' ? 'malformed_json' : 'file_refused';
  if (kind === 'spec_json') return code === 'duplicate_key' ? code : 'malformed_json';
  return kind.startsWith('spec_') ? 'invalid_spec' : 'bundle_invalid';
}

// ---- presentation ---------------------------------------------------------------------------------------------------

const stepOf: Record<Action['do'], PublishStep> = {
  check: 'check',
  compare: 'compare',
  register: 'register',
  govern: 'governance',
  open: 'files',
  send: 'files',
  finalize: 'files',
  verify: 'verify',
  hooks: 'hooks',
};

const defaultGovernance: PublishGovernance = {
  family: null,
  status: 'experimental',
  parent_protocol_id: null,
  tags: [],
  capabilities: [],
  created_reason: null,
  deprecated_reason: null,
};

export function present(publication_id: string, state: Publication): PublicationView {
  const { draft, comparison, problem, upload } = state;
  const isPublished = state.hooks !== null;
  const isBusy = state.currentAction !== null || nextAction(state) !== null;
  return {
    publication_id,
    state: problem ? 'stopped' : isBusy ? 'working' : isPublished ? 'published' : 'review',
    steps: stepsOf(state),
    name: draft?.name ?? '',
    protocol_id: draft?.protocol_id ?? null,
    problems: draft?.problems ?? [],
    files_hash: draft && filesHash(draft),
    rules_hash: rulesHashOf(draft),
    comparison: comparison?.preflight ?? null,
    governance: withOverrides(comparison?.governance ?? defaultGovernance, state.options.governance),
    registered: comparison?.registered ?? null,
    files: [...(draft?.board?.files ?? [])].map(([path, { bytes }]) => ({
      path,
      size_bytes: bytes.length,
      state: fileState(path, upload, state.currentAction),
    })),
    problem: problem as PublicationView['problem'],
    result: isPublished ? resultOf(state) : null,
  };
}

function rulesHashOf(draft: Draft | null): string | null {
  if (!draft || draft.specText === null || draft.hooks === null) return null;
  const isIncomplete = draft.problems.some(({ kind }) => kind === 'hooks_missing' || kind === 'hooks_unfinished');
  return isIncomplete ? null : rulesHash(draft.specText, draft.hooks);
}

function stepsOf(state: Publication): PublicationView['steps'] {
  const { problem, options, currentAction } = state;
  const skipPreflight = options.skipPreflight || problem === null;
  const nextStep =
    currentAction ?? nextAction({ ...state, problem: null, confirmed: true, options: { ...options, skipPreflight } });
  const currentIndex = nextStep ? publishSteps.indexOf(stepOf[nextStep.do]) : publishSteps.length;
  return publishSteps.map((step, index) => {
    if (index > currentIndex) return { step, state: 'waiting' };
    if (index === currentIndex) return { step, state: problem ? 'failed' : currentAction ? 'working' : 'waiting' };
    return { step, state: isSkipped(state, step) ? 'skipped' : 'done' };
  });
}

function isSkipped(state: Publication, step: PublishStep): boolean {
  if (step === 'governance') return !state.governanceUpdated;
  if (step === 'files') return !state.draft?.board;
  return step === 'hooks' && state.hooks !== 'stored';
}

function fileState(path: string, { sentPaths }: Upload, action: Action | null): 'waiting' | 'sending' | 'sent' {
  if (sentPaths.includes(path)) return 'sent';
  const isSending = action?.do === 'open' ? action.files.includes(path) : action?.do === 'send' && action.path === path;
  return isSending ? 'sending' : 'waiting';
}

function resultOf({ draft, registered, upload, hooks }: Publication): PublishResult | null {
  if (!draft?.protocol_id || !registered || !hooks) return null;
  const { board, protocol_id, name } = draft;
  return {
    protocol_id,
    name,
    fresh: registered.isNew,
    board: board && {
      manifest_hash: board.manifest_hash,
      files: board.files.size,
      size_bytes: board.size_bytes,
      idempotent: upload.idempotent ?? false,
    },
    hooks,
  };
}
