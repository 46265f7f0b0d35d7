/** Runs publications: makes the requests for each action of publication.ts. All of them are idempotent. */
import type { PublishGovernance } from '../../../shared/bridge/contract.ts';
import type { ProtocolSummary } from '../../../shared/community/protocol-shapes.ts';
import { ParlorError, toProblem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import type { CallOptions, CommunityClient } from '../../community/client.ts';
import { unfinishedMethods } from '../../hooks/skeleton.ts';
import { type Board, manifestEntry, manifestOf } from '../board.ts';
import { downloadSpec } from '../download-spec.ts';
import { type LibraryProtocol, readProtocol } from '../library.ts';
import { type ProtocolContext, refreshGovernance } from '../protocol-views.ts';
import { downloadBoard } from '../published-board.ts';
import {
  type Action,
  advance,
  begin,
  type Draft,
  nextAction,
  type Outcome,
  type Publication,
  stop,
} from './publication.ts';
import { compareWithCommunity } from './similar.ts';

/** `isNew` is false if the community already has the spec, by any author. */
async function registerProtocol(
  client: CommunityClient,
  protocol_id: string,
  specText: string,
  options: CallOptions = {},
): Promise<{ protocol: ProtocolSummary; isNew: boolean }> {
  const { spec } = readSpec(specText);
  const registration = {
    protocol_id,
    name: spec.name ?? protocol_id,
    description: spec.description ?? '',
    type: spec.type ?? 'protocol',
    spec_json: exactJson(specText),
  };
  try {
    const { body } = await client.call('POST /api/v1/protocols', { body: registration }, options);
    return { protocol: body, isNew: true };
  } catch (error) {
    if (!(error instanceof ParlorError && error.code === 'already_exists')) throw error;
  }
  const { body } = await client.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } }, options);
  const { spec_json: _, ...protocol } = body;
  return { protocol, isNew: false };
}

/** Parses JSON so that JSON.stringify preserves the text of numbers: protocol ids distinguish `1` from `1.0`. */
function exactJson(text: string): JsonObject {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };
  type Exact = (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
  return (JSON.parse as Exact)(text, (_, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  ) as JsonObject;
}

const uploadTimeoutMs = 60_000;

export interface PublishingParts {
  context: ProtocolContext;
  client: CommunityClient;
  /** Reads the author's files. */
  read(): Promise<Draft>;
}

/**
 * Runs a publication until it is done, has stopped, or waits for its author. `onChange` receives every state. Aborting stops it as
 * `cancelled`; a request in progress may still take effect.
 */
export async function runPublication(
  initial: Publication,
  parts: PublishingParts,
  onChange: (state: Publication) => void,
  signal: AbortSignal,
): Promise<Publication> {
  let state = initial;
  for (let action = nextAction(state); action; action = nextAction(state)) {
    state = begin(state, action);
    onChange(state);
    try {
      if (signal.aborted) throw new ParlorError('cancelled', 'Stopped.');
      state = advance(state, await performAction(action, state, parts, signal));
    } catch (error) {
      state = stop(state, toProblem(error));
    }
  }
  onChange(state);
  return state;
}

async function performAction(
  action: Action,
  { draft, options }: Publication,
  parts: PublishingParts,
  signal: AbortSignal,
): Promise<Outcome> {
  if (action.do === 'check') return { done: 'check', draft: await parts.read() };
  if (!draft?.specText || !draft.protocol_id) throw new ParlorError('internal', 'There is no valid spec to publish.');
  const { context, client } = parts;
  const { protocol_id, specText, board } = draft;
  const params = { protocol_id };
  switch (action.do) {
    case 'compare': {
      const family = options.governance?.family ?? undefined;
      const reason = options.governance?.created_reason ?? options.reason ?? undefined;
      const preflightOptions = { allowNew: true, publishing: true, family, reason };
      return {
        done: 'compare',
        comparison: await compareWithCommunity(context, client, specText, preflightOptions, signal),
      };
    }
    case 'register': {
      const { protocol, isNew } = await registerProtocol(client, protocol_id, specText, { signal });
      return { done: 'register', isNew, isOwn: protocol.author_public_key === context.ownKey };
    }
    case 'govern':
      await updateGovernance(client, protocol_id, action.governance, { signal });
      return { done: 'govern' };
    case 'verify':
      await verifyPublished(client, draft, signal);
      return { done: 'verify' };
    case 'hooks':
      return { done: 'hooks', hooks: await storePublished(parts, draft) };
  }
  if (!board) throw new ParlorError('internal', 'There is no board to publish.');
  const { manifest_hash } = board;
  const uploadOptions = { timeoutMs: uploadTimeoutMs, signal };
  switch (action.do) {
    case 'open': {
      const body = { manifest_hash, manifest: { files: manifestOf(board) }, files: action.files.map(uploadOf(board)) };
      try {
        const { body: staging } = await client.call(
          'POST /api/v1/protocols/{protocol_id}/ui-batch',
          { params, body },
          uploadOptions,
        );
        return { done: 'open', stagedCount: staging.staging_files };
      } catch (error) {
        if (error instanceof ParlorError && error.code === 'manifest_closed')
          return { done: 'open', stagedCount: null };
        throw error;
      }
    }
    case 'send': {
      const body = { manifest_hash, ...uploadOf(board)(action.path) };
      await client.call('POST /api/v1/protocols/{protocol_id}/ui', { params, body }, uploadOptions);
      return { done: 'send' };
    }
    case 'finalize':
      try {
        const { body } = await client.call(
          'POST /api/v1/protocols/{protocol_id}/ui-finalize',
          { params, body: { manifest_hash } },
          uploadOptions,
        );
        return { done: 'finalize', idempotent: body.idempotent };
      } catch (error) {
        if (!(error instanceof ParlorError && error.code === 'manifest_incomplete')) throw error;
        const paths = error.detail?.missing;
        return { done: 'incomplete', missingPaths: Array.isArray(paths) ? paths.map(String) : [] };
      }
  }
}

const uploadOf = (board: Board) => (path: string) => {
  const { bytes } = board.files.get(path)!;
  return { ...manifestEntry(path, bytes), content_base64: Buffer.from(bytes).toString('base64') };
};

/** Updates the community's governance if it differs. */
async function updateGovernance(
  client: CommunityClient,
  protocol_id: string,
  target: PublishGovernance & { family: string },
  options: CallOptions,
): Promise<void> {
  const params = { protocol_id };
  const { body: current } = await client.call('GET /api/v1/protocols/{protocol_id}/governance', { params }, options);
  const isUnchanged = Object.entries(target).every(
    ([name, value]) => JSON.stringify(current[name as keyof typeof target]) === JSON.stringify(value),
  );
  if (isUnchanged) return;
  await client.call('POST /api/v1/protocols/{protocol_id}/governance', { params, body: target }, options);
}

/** Reads the published protocol back. Rejects `spec_mismatch` and `bundle_invalid` if it differs from what was sent. */
async function verifyPublished(
  client: CommunityClient,
  { protocol_id, board }: Draft,
  signal: AbortSignal,
): Promise<void> {
  const id = protocol_id ?? '';
  readProtocol(id, await downloadSpec(client, id, { specOnly: board !== null, signal }), 'cached');
  if (!board) return;
  const published = await downloadBoard(client, id, { signal });
  const isEqual =
    published?.manifest_hash === board.manifest_hash &&
    [...board.files].every(([path, { bytes }]) =>
      Buffer.from(bytes).equals(published.files.get(path)?.bytes ?? noBytes),
    );
  if (isEqual) return;
  throw new ParlorError('bundle_invalid', 'The community returned a different board from the one that was sent.', {
    expected: board.manifest_hash,
    actual: published?.manifest_hash ?? null,
  });
}
const noBytes = new Uint8Array();

/** Stores protocol, board and hooks, so that a table can be opened at once. Unfinished hooks are not stored. */
async function storePublished(
  { context, client }: PublishingParts,
  { protocol_id, specText, board, hooks, words }: Draft,
): Promise<Extract<Outcome, { done: 'hooks' }>['hooks']> {
  const { library, ownKey } = context;
  const id = protocol_id ?? '';
  const protocol = await library.storeSpec(id, specText ?? '');
  await refreshGovernance(context, client, id);
  if (protocol.source !== 'cached') return 'bundled';
  if (board) await library.storeBoard(id, { ...board, source: 'platform', author: ownKey ?? '' }, client.url ?? '');
  if (words !== null) await library.adoptWords(protocol, words);
  if (hooks === null) return 'missing';
  if (unfinishedMethods(hooks).length > 0) return 'unfinished';
  await library.adoptHooks(protocol, hooks);
  return 'stored';
}

/** Registers a bundled protocol and sets its rated family. */
export async function publishBundled(client: CommunityClient, { protocol_id, spec, specText }: LibraryProtocol) {
  await registerProtocol(client, protocol_id, specText);
  const params = { protocol_id };
  const governance = await client.call('GET /api/v1/protocols/{protocol_id}/governance', { params });
  if (governance.body.family !== null || spec.type !== 'game') return;
  try {
    await client.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params,
      body: { family: `game:${spec.family ?? 'parlor'}`, status: 'active' },
    });
  } catch (error) {
    // Another house player registered the protocol first and, as its author, sets the family.
    if (!(error instanceof ParlorError && error.code === 'not_owner')) throw error;
  }
}
