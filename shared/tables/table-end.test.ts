import { expect, it } from 'vitest';
import type { Table } from '../bridge/contract.ts';
import { endOf } from './table-end.ts';

const table = (change: object) => ({ phase: 'finished', problem: null, result: null, ...change }) as unknown as Table;
const result = (change: object) => ({ winner: 'host', outcome: 'won', reason: null, state: 'settled', ...change });

it('a concession names the side that conceded, whoever won', () => {
  const conceded = { by: 'guest', code: 'decision_timeout' };
  expect(endOf(table({ result: result({ conceded }) }))).toEqual({ kind: 'conceded', outcome: 'won', ...conceded });
});

it('a game decided by its rules has the hooks’ sentence', () => {
  const reason = 'Four in a line, columns 3 to 6.';
  expect(endOf(table({ result: result({ reason }) }))).toEqual({ kind: 'decided', outcome: 'won', reason });
  expect(endOf(table({ result: result({ outcome: 'none', winner: null }) }))).toMatchObject({ outcome: 'none' });
});

it('a failed table has its problem, and what the other side says about it by kind', () => {
  const failed = (problem: object) => endOf(table({ phase: 'failed', problem }));
  const aborted = (detail: object) => failed({ code: 'peer_aborted', message: '', detail });
  expect(failed({ code: 'hook_failed', message: '' })).toMatchObject({ kind: 'failed', peerReason: null });
  expect(aborted({ code: 'hook_timeout' })).toMatchObject({ peerReason: 'code_failed' });
  expect(aborted({ reason: 'out_of_turn' })).toMatchObject({ peerReason: 'refused_message' });
  // An error of the other side's hooks: they refuse a message, whatever they call the reason.
  expect(aborted({ reason: 'unexpected_message' })).toMatchObject({ peerReason: 'refused_message' });
  expect(aborted({})).toMatchObject({ peerReason: null });
  expect(aborted({ code: 'decision_timeout' })).toMatchObject({ peerReason: 'out_of_time' });
  for (const code of ['you_won', 'constructor', 7, null]) expect(aborted({ code })).toMatchObject({ peerReason: null });
});
