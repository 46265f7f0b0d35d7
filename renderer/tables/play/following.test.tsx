import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { renderPart } from '../../testing/render.tsx';
import { moveOf, openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';
import { unplayedByTable } from './use-unplayed.ts';

beforeEach(() => unplayedByTable.setState(new Map(), true));

interface Call {
  table_id: string;
  key: string;
  answer: string | number | boolean | null;
}

/** A table whose answers, and choices for the next turn, arrive when the test says so. */
async function slowTable(changes: Partial<Table>) {
  const arrivals = [Promise.withResolvers<Record<string, never>>()];
  const calls: Call[] = [];
  const call = ({ key, answer, table_id }: Call) => {
    const arrival = arrivals.at(-1)!;
    arrivals.push(Promise.withResolvers());
    calls.push({ key, answer, table_id });
    return arrival.promise;
  };
  const table = playing(changes);
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { tables: { answer: call, premove: call } },
  });
  await expect.element(screen.getByTestId('decision')).toBeVisible();
  return {
    decision: () => expect.element(screen.getByTestId('decision')),
    detail: (text: string) => expect.element(screen.getByText(text, { exact: true })),
    refusal: () => expect.element(screen.getByTestId('refusal')),
    answers: () => calls.map(({ key, answer }) => [key, answer]),
    arrive: (number: number) => arrivals[number]!.resolve({}),
    refuse: (number: number) => arrivals[number]!.reject(new ParlorError('decision_invalid', 'Not open.')),
    becomes: (next: Partial<Table>) => screen.show(<PlayingTable table={{ ...table, ...next }} onResult={() => {}} />),
  };
}

const [first, second] = [openAsk('turn:1'), openAsk('turn:2')];

it('plays what was chosen and confirmed while the answer before was on its way', async () => {
  const { answers, decision, detail, arrive, becomes } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}');
  await decision().toHaveTextContent('column 4 is on its way');
  await userEvent.keyboard('5{Enter}');
  await detail('Column 5 follows as soon as it has arrived.').toBeVisible();
  expect(answers()).toEqual([['turn:1', 4]]);
  await becomes({ ask: second });
  await expect.poll(answers).toEqual([
    ['turn:1', 4],
    ['turn:2', 5],
  ]);
  arrive(0);
  await decision().toHaveTextContent('column 5 is on its way');
});

it('keeps what was only picked meanwhile, also when the first answer is confirmed after the next question', async () => {
  const { answers, decision, detail, arrive, becomes } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}');
  await userEvent.keyboard('5');
  await detail('Column 5 is picked for what comes next.').toBeVisible();
  await becomes({ ask: second });
  await decision().toHaveTextContent('Column 5 is picked');
  arrive(0);
  await becomes({ ask: second, seq: 3 });
  await decision().toHaveTextContent('Column 5 is picked');
  await userEvent.keyboard('{Enter}');
  await expect.poll(answers).toEqual([
    ['turn:1', 4],
    ['turn:2', 5],
  ]);
});

it('keeps it for the next turn, if the other side is to move next', async () => {
  const { answers, becomes } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}5{Enter}');
  await becomes({ ask: null });
  await becomes({ ask: null, ahead: { key: 'ahead:1', prompt: first.prompt, choices: first.choices } });
  await expect.poll(answers).toEqual([
    ['turn:1', 4],
    ['ahead:1', 5],
  ]);
});

it.each([
  [
    'the other side has moved since',
    { ask: second, moves: [moveOf(1, 'host', 'column 3')] },
    "Column 5 wasn't played: the position has changed meanwhile.",
  ],
  [
    'it has become impossible',
    { ask: { ...second, choices: second.choices.slice(0, 1) } },
    "Column 5 wasn't played: it isn't possible any more.",
  ],
])('says that it is not played if %s', async (_, next, text) => {
  const { answers, refusal, becomes } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}5{Enter}');
  await becomes(next);
  await refusal().toHaveTextContent(text);
  expect(answers()).toEqual([['turn:1', 4]]);
});

it('gives it up, and says so, if the answer before is refused', async () => {
  const { answers, refusal, refuse } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}5{Enter}');
  refuse(0);
  await refusal().toHaveTextContent("Column 5 was only picked, so it wasn't played.");
  expect(answers()).toEqual([['turn:1', 4]]);
});

it('takes it back with Escape', async () => {
  const { answers, detail, decision, becomes } = await slowTable({ ask: first });
  await userEvent.keyboard('4{Enter}5{Enter}');
  await detail('Column 5 follows as soon as it has arrived.').toBeVisible();
  await userEvent.keyboard('{Escape}');
  await detail('Column 5 follows as soon as it has arrived.').not.toBeInTheDocument();
  await becomes({ ask: second });
  await decision().toHaveTextContent('Drop a disc');
  expect(answers()).toEqual([['turn:1', 4]]);
});

it('plays two choices for a turn that had begun in their order', async () => {
  const ahead = { key: 'ahead:1', prompt: first.prompt, choices: first.choices };
  const { answers, refuse, becomes } = await slowTable({ ask: null, ahead });
  await userEvent.keyboard('4{Enter}');
  await userEvent.keyboard('5{Enter}');
  expect(answers()).toEqual([['ahead:1', 4]]);
  refuse(0);
  await becomes({ ask: first });
  await expect.poll(() => answers().at(-1)).toEqual(['turn:1', 4]);
  await becomes({ ask: second });
  await expect.poll(answers).toEqual([
    ['ahead:1', 4],
    ['turn:1', 4],
    ['turn:2', 5],
  ]);
});

it.each([
  ["it is the other side's turn", false, "It isn't your turn. Nothing was chosen."],
  ['both choose at once', true, "You have chosen already. That can't be changed."],
])('says that nothing can be chosen while %s and nothing is asked', async (_, own, text) => {
  const { refusal } = await slowTable({
    ask: null,
    moves: [moveOf(1, 'guest', 'column 3')],
    chosen: { own, peer: false },
  });
  await userEvent.keyboard('4');
  await refusal().toHaveTextContent(text);
});

it('says that the game has not begun, instead of whose turn it is, before its first message', async () => {
  const { refusal } = await slowTable({ ask: null, moves: [], sealed_rounds: [], peer_asked_at: null });
  await userEvent.keyboard('4');
  await refusal().toHaveTextContent("The game hasn't begun yet. Nothing was chosen.");
});

it('changes nothing that is being sealed, and says so', async () => {
  const { protocol } = playing();
  const { answers, refusal } = await slowTable({
    ask: first,
    protocol: { ...protocol, mode: 'simultaneous_round' },
  });
  await userEvent.keyboard('4{Enter}5');
  await refusal().toHaveTextContent("You have chosen already. That can't be changed.");
  expect(answers()).toEqual([['turn:1', 4]]);
});
