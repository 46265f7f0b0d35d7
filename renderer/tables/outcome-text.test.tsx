import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import type { ProtocolWords } from '../../shared/protocol/words.ts';
import { useLive } from '../core/context.tsx';
import { createLabelBook } from '../core/labels.ts';
import { renderPart } from '../testing/render.tsx';
import { playing } from '../testing/samples.ts';
import { useOutcomeText } from './outcome-text.ts';

const reports = { mine: null, mine_at: null, theirs: null, theirs_at: null };
const finished = (change: Partial<Table> = {}): Table =>
  playing({
    phase: 'finished',
    ask: null,
    result: { winner: 'guest', outcome: 'won', reason: null, state: 'settled', reports, rating: null, cap: null },
    ...change,
  });

interface LineProps {
  table: Table;
  words: { [protocol_id: string]: ProtocolWords };
  part: 'line' | 'points';
}

function Line({ table, words, part }: LineProps) {
  const { labels } = useLive();
  useState(() => labels.setState(createLabelBook('en', words), true));
  return <p data-testid="line">{useOutcomeText()(table)[part]}</p>;
}

const lineOf = async (
  change: Partial<Table>,
  words: { [protocol_id: string]: ProtocolWords } = {},
  part: LineProps['part'] = 'line',
): Promise<string> => {
  const screen = await renderPart(<Line table={finished(change)} words={words} part={part} />);
  const text =
    screen
      .getByTestId('line')
      .element()
      .textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? '';
  await screen.unmount();
  return text;
};

it('says who won and why, in one line', async () => {
  const { result, role, peer } = finished();
  const won = { ...result!, outcome: 'won' as const, winner: role, reason: 'Four in a line.' };
  const other = role === 'host' ? ('guest' as const) : ('host' as const);
  expect(await lineOf({ result: won })).toBe('You won. Four in a line.');
  const conceded = (by: 'host' | 'guest', code: 'resigned' | 'decision_timeout') => ({
    result: {
      ...won,
      reason: null,
      conceded: { by, code },
      ...(by === role && { outcome: 'lost' as const, winner: other }),
    },
  });
  const name = peer.nickname;
  expect(await lineOf(conceded(other, 'resigned'))).toBe(`You won. ${name} resigned.`);
  expect(await lineOf(conceded(other, 'decision_timeout'))).toBe(`You won. ${name} ran out of time.`);
  expect(await lineOf(conceded(role, 'decision_timeout'))).toBe(`${name} won. You ran out of time.`);
});

it('tells the reason of the hooks from the side of the user, with names', async () => {
  const { result, role, peer, protocol } = finished();
  const other = role === 'host' ? ('guest' as const) : ('host' as const);
  const lost = {
    ...result!,
    outcome: 'lost' as const,
    winner: other,
    reason: `The ${role} lost the last die in round 3.`,
  };
  const endings = { 'The {seat} lost the last die in round {n}.': '{seat} lost the last die in round {n}.' };
  const line = await lineOf({ result: lost }, { [protocol.protocol_id]: { endings } });
  expect(line).toBe(`${peer.nickname} won. You lost the last die in round 3.`);
});

it('says why a table ended unfinished', async () => {
  const failed = (code: 'peer_aborted' | 'peer_disconnected' | 'peer_flooded', detail = {}) =>
    lineOf({ phase: 'failed', result: null, problem: { code, message: '', detail } });
  const name = finished().peer.nickname;
  expect(await failed('peer_disconnected')).toBe(`Lost connection to ${name}.`);
  expect(await failed('peer_aborted', { code: 'hook_failed' })).toBe(`${name}'s player code failed.`);
  expect(await failed('peer_aborted', { code: 'no_such_code' })).toBe(`${name} left the table.`);
  expect(await failed('peer_flooded')).toBe(`${name} sent too much.`);
});

it('claims no winner while the two sides disagree', async () => {
  const { result, role } = finished();
  const won = {
    ...result!,
    outcome: 'won' as const,
    winner: role,
    reason: 'Four in a line.',
    state: 'disputed' as const,
  };
  expect(await lineOf({ result: won })).toBe('You two disagree. By your report: You won. Four in a line.');
});

it('says why a game gave no points once the limit of rated games is reached', async () => {
  const { result, peer } = finished();
  expect(await lineOf({ result: { ...result!, state: 'capped' } }, {}, 'points')).toBe(
    `No points: only two games in 24\u00A0hours against ${peer.nickname} give any.`,
  );
  expect(await lineOf({ result: { ...result!, state: 'pending' } }, {}, 'points')).toBe('');
});
