/** The steps of a publication, without a community: which action follows each outcome. */
import { expect, test } from 'vitest';
import type { PublishGovernance } from '../../../shared/bridge/contract.ts';
import type { Preflight } from '../../../shared/protocol/preflight.ts';
import type { Board } from '../board.ts';
import {
  type Action,
  advance,
  batchBytes,
  begin,
  confirm,
  newPublication,
  nextAction,
  type Outcome,
  type Publication,
  present,
  stop,
} from './publication.ts';

const id = 'a'.repeat(64);
const governance: PublishGovernance = {
  ...{ family: 'game:x', status: 'active', parent_protocol_id: null, tags: [], capabilities: [] },
  created_reason: null,
  deprecated_reason: null,
};

function boardOf(sizes: readonly number[]): Board {
  const bytes = sizes.map((size) => new Uint8Array(size));
  return {
    ...{ source: 'local', author: '', manifest_hash: id, size_bytes: sizes.reduce((sum, size) => sum + size, 0) },
    files: new Map(bytes.map((content, at) => [`${at}.txt`, { bytes: content, type: 'text/plain' }])),
  };
}

/** Checked, compared, registered and governed: the board is next. */
function atFiles(board: Board): Publication {
  const preflight: Preflight = {
    status: 'allowed',
    draft_protocol_id: id,
    classification: 'new_family',
    recommendation: 'publish_new',
    reason: '',
    existing_protocol_id: null,
    nearest: [],
    required_metadata: { family: null, parent_protocol_id: null, created_reason: null },
  };
  const outcomes: Outcome[] = [
    {
      done: 'check',
      draft: { name: 'X', protocol_id: id, problems: [], specText: '{}', board, hooks: null, words: null },
    },
    { done: 'compare', comparison: { preflight, governance, registered: null } },
    { done: 'register', isNew: true, isOwn: true },
    { done: 'govern' },
  ];
  return outcomes.reduce(step, newPublication({ governance: {}, skipPreflight: false, reason: null }, true));
}

const step = (state: Publication, outcome: Outcome): Publication => {
  const action = nextAction(state);
  expect(action).not.toBeNull();
  return advance(begin(state, action as Action), outcome);
};

const large = boardOf([batchBytes, 1, 1]);

test('sends a small board at once, a large one file by file', () => {
  expect(nextAction(atFiles(boardOf([10, 20])))).toEqual({ do: 'open', files: ['0.txt', '1.txt'] });
  const opened = step(atFiles(large), { done: 'open', stagedCount: 0 });
  expect(nextAction(opened)).toEqual({ do: 'send', path: '0.txt' });
  const sent = [1, 2, 3].reduce((state) => step(state, { done: 'send' }), opened);
  expect(nextAction(sent)).toEqual({ do: 'finalize' });
});

test('does not send files of an earlier attempt again', () => {
  const opened = step(atFiles(large), { done: 'open', stagedCount: 2 });
  expect(nextAction(opened)).toEqual({ do: 'finalize' });
  const found = step(opened, { done: 'incomplete', missingPaths: ['1.txt'] });
  expect(nextAction(found)).toEqual({ do: 'send', path: '1.txt' });
  expect(nextAction(step(found, { done: 'send' }))).toEqual({ do: 'finalize' });
});

test('sends all files to a community that does not name the missing ones', () => {
  const opened = step(atFiles(large), { done: 'open', stagedCount: 2 });
  const found = step(opened, { done: 'incomplete', missingPaths: [] });
  const sent = [1, 2, 3].reduce((state) => step(state, { done: 'send' }), found);
  expect(nextAction(sent)).toEqual({ do: 'finalize' });
});

test('stops if the community loses files; continuing restarts the upload', () => {
  const opened = step(atFiles(boardOf([10, 20])), { done: 'open', stagedCount: 2 });
  const lost = step(opened, { done: 'incomplete', missingPaths: ['0.txt'] });
  expect(nextAction(lost)).toBeNull();
  expect(lost.problem?.code).toBe('manifest_incomplete');
  const again = confirm(lost, { governance: {}, skipPreflight: false });
  expect(nextAction(again)).toMatchObject({ do: 'open' });
});

test('finalizes a board that was published before at once', () => {
  const closed = step(atFiles(large), { done: 'open', stagedCount: null });
  expect(nextAction(closed)).toEqual({ do: 'finalize' });
  const done = step(closed, { done: 'finalize', idempotent: true });
  expect(nextAction(done)).toEqual({ do: 'verify' });
  expect(present('x', done).files.every(({ state }) => state === 'sent')).toBe(true);
});

test('a stopped publication names its step, and continues with the action that failed', () => {
  const opened = step(atFiles(large), { done: 'open', stagedCount: 0 });
  const sending = begin(step(opened, { done: 'send' }), { do: 'send', path: '1.txt' });
  expect(present('x', sending).files.map(({ state }) => state)).toEqual(['sent', 'sending', 'waiting']);
  const stopped = stop(sending, { code: 'community_unreachable', message: '' });
  const view = present('x', stopped);
  expect(view.state).toBe('stopped');
  expect(view.steps.map(({ state }) => state)).toEqual([
    ...Array(4).fill('done'),
    'failed',
    ...Array(2).fill('waiting'),
  ]);
  expect(nextAction(stopped)).toBeNull();
  expect(nextAction(confirm(stopped, { governance: {}, skipPreflight: false }))).toEqual({ do: 'send', path: '1.txt' });
});
