import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Analysis as AnalysisData, Table } from '../../../shared/bridge/contract.ts';
import { sampleRecord, sampleSpec } from '../../testing/record-samples.ts';
import { renderPart } from '../../testing/render.tsx';
import { person, playing, protocolIdNamed } from '../../testing/samples.ts';
import { Analysis } from './Analysis.tsx';
import { AnalysisButton } from './AnalysisButton.tsx';
import { positionAt, reviewTable } from './review.ts';

const { text, views, moves, view, record } = sampleRecord('guest');
const table: Table = playing({
  ...{ table_id: 'judged', role: 'guest', phase: 'finished', moves, view, record, board: null, ask: null },
  protocol: { protocol_id: protocolIdNamed('Connect Four'), name: 'Connect Four', mode: 'session_loop', family: null },
  peer: person(2, 'tidewright', 1300),
  result: {
    ...{ winner: 'guest', outcome: 'won', reason: null, state: 'unrated', rating: null, cap: null },
    reports: { mine: null, mine_at: null, theirs: null, theirs_at: null },
  },
});

const columnOf = (index: number) => Number(moves[index]!.text.replace('column ', ''));
const step = (by: 'host' | 'guest', column: number) => ({ by, value: column - 1, label: `column ${column}` });
/** The first move is good, the second a mistake, the third misses a win. */
const judged: AnalysisData['judged'] = [
  { worth: 0.1, other: 0.05 },
  { worth: -0.9, other: 0 },
  { worth: 0, other: 1 },
].map(({ worth, other }, index) => {
  const { number, by } = moves[index]!;
  const reply = by === 'guest' ? 'host' : 'guest';
  return {
    move: number,
    by,
    played: { worth, line: [step(by, columnOf(index))] },
    other: { worth: other, line: [step(by, 7), step(reply, 6), step(by, 5)] },
  };
});
const running: AnalysisData = {
  ...{ table_id: 'judged', state: 'running', done: 3, total: moves.length, left_ms: 8_000, judged, problem: null },
  judge: { source: 'record', hash: 'c'.repeat(64), bundled: true },
};

async function renderAnalysis(first: AnalysisData) {
  // Wide enough for the panel.
  await page.viewport(1280, 800);
  const calls: string[] = [];
  let analysis = first;
  const answer = (name: string, state: AnalysisData['state']) => () => {
    calls.push(name);
    analysis = { ...analysis, state, left_ms: null };
    return analysis;
  };
  const whole = (content: string, from: number) => ({ text: from === 0 ? content : '', next: content.length });
  const screen = await renderPart(<Analysis table={table} />, {
    handlers: {
      analysis: { get: () => analysis, start: answer('start', 'running'), stop: answer('stop', 'stopped') },
      tables: {
        record: ({ from }) => ({ ...whole(text, from), spec: sampleSpec }),
        views: ({ from }) => whole(views, from),
      },
    },
  });
  return { ...screen, calls };
}

it('says what was played and what was better, and N goes from mistake to mistake', async () => {
  const screen = await renderAnalysis(running);
  const sentence = screen.getByTestId('analysis-sentence');
  await expect.poll(() => sentence.element().textContent).toContain(`Move 1: you played column ${columnOf(0)}.`);
  await userEvent.keyboard('n');
  await expect
    .poll(() => sentence.element().textContent)
    .toContain(`played column ${columnOf(1)}. Column 7 was better.`);
  await userEvent.keyboard('n');
  await expect
    .poll(() => sentence.element().textContent)
    .toContain(`Move 2: you played column ${columnOf(2)}. Column 7 wins.`);
  await expect
    .poll(() => screen.getByTestId('analysis-detail').element().textContent)
    .toContain('Before it: won for you. Best line: you column 7, they column 6, you column 5.');
  await expect.element(screen.getByRole('button', { name: 'Next mistake' })).toBeDisabled();
  await userEvent.keyboard('{Shift>}n{/Shift}');
  await expect.poll(() => sentence.element().textContent).toContain(`played column ${columnOf(1)}.`);
  await userEvent.keyboard('{End}');
  await expect.poll(() => sentence.element().textContent).toContain('You won');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect
    .poll(() => screen.getByTestId('analysis-detail').element().textContent)
    .toContain("This move isn't judged yet.");
});

it('shows a move that was passed over as played, because nothing can be marked before it', () => {
  const positions = [0, 0, 1, 2].map((moves) => ({ moves }));
  const review = reviewTable(table, judged.slice(1));
  expect(positionAt(review, positions, 3, 0)).toBe(2);
  expect(positionAt(review, positions, 3, 1)).toBe(2);
  // Not reached yet: it may still be judged, so its position does not change later.
  expect(positionAt(review, positions, 0, 0)).toBe(1);
});

it('marks moves in words, sums them up, and says who judges', async () => {
  const screen = await renderAnalysis(running);
  await expect.poll(() => screen.getByTestId('sums').element().textContent).toMatch(/^You1 win missed.*1 mistake$/);
  expect(screen.getByTestId('moves').getByText('missed a win').elements()).toHaveLength(1);
  expect(screen.getByTestId('moves').getByText('slip').elements()).toEqual([]);
  await expect.poll(() => screen.getByTestId('judge').element().textContent).toContain("the house's sharp players");
  const graph = screen.getByRole('img', { name: /What each position was worth/ });
  await expect.element(graph).toHaveAccessibleName(/mistake.*missed a win/);
});

it('starts once, shows the progress, and keeps what was judged when it is stopped', async () => {
  const screen = await renderAnalysis({ ...running, state: 'none', done: 0, total: 0, judged: [], left_ms: null });
  await expect.poll(() => screen.calls).toEqual(['start']);
  screen.emit('analysis', 'changed', running);
  const progress = screen.getByTestId('analysis-progress');
  await expect.poll(() => progress.element().textContent).toContain(`Move 3 of ${moves.length}, about 8\u00a0s more`);
  await screen.getByRole('button', { name: 'Stop' }).click();
  expect(screen.calls).toEqual(['start', 'stop']);
  screen.emit('analysis', 'changed', { ...running, state: 'stopped', left_ms: null });
  await expect.poll(() => progress.element().textContent).toContain(`Stopped at move 3 of ${moves.length}.`);
  expect(screen.getByTestId('moves').getByText('missed a win').elements()).toHaveLength(1);
  screen.emit('analysis', 'changed', { ...running, state: 'waiting', left_ms: null });
  await expect.poll(() => progress.element().textContent).toContain('Waits until no game is being played.');
  screen.emit('analysis', 'changed', { ...running, state: 'done', left_ms: null });
  await expect.poll(() => progress.elements()).toEqual([]);
});

it('has no entry where nothing here can judge the game', async () => {
  const handlers = (judge: AnalysisData['judge']) => ({
    handlers: { analysis: { get: () => ({ ...running, state: 'none' as const, judge }) } },
  });
  const screen = await renderPart(<AnalysisButton table={table} />, handlers(running.judge));
  await expect.element(screen.getByRole('button', { name: 'Analyse' })).toBeVisible();
  await screen.unmount();
  let isAnswered = false;
  const none = await renderPart(<AnalysisButton table={table} />, {
    handlers: {
      analysis: {
        get() {
          isAnswered = true;
          return { ...running, state: 'none', judge: null };
        },
      },
    },
  });
  await expect.poll(() => isAnswered).toBe(true);
  expect(none.getByRole('button').elements()).toEqual([]);
});
