import { expect, it } from 'vitest';
import { sampleRecord, sampleSpec, signedSampleRecord } from '../../testing/record-samples.ts';
import { renderPart } from '../../testing/render.tsx';
import { VerdictLines } from './VerdictLines.tsx';
import { verdictOf } from './verdict.ts';

it.each([
  ['signed by two of this version', signedSampleRecord('guest'), 'who decided each move, why and when'],
  [
    'signed with an earlier version',
    signedSampleRecord('guest', 1),
    'who decided each move, why and when, the order of messages between the two sides, and the sentence about the end',
  ],
  ['kept by one side', sampleRecord('guest').text, null],
])('a record that was %s says what is only its writer’s word', async (_, text, writerOnly) => {
  const screen = await renderPart(<VerdictLines verdict={verdictOf(text, sampleSpec)} />);
  const title = screen.getByText("Only its writer's word", { exact: true });
  if (writerOnly === null) return expect.element(title).not.toBeInTheDocument();
  await expect.element(title).toBeVisible();
  await expect.element(screen.getByText(writerOnly, { exact: true })).toBeVisible();
});

it('violations that are not shown are counted', async () => {
  const verdict = verdictOf(sampleRecord('guest').text, sampleSpec);
  const violation = { code: 'frame_invalid', line: 9, message: 'The other side broke the rules.' } as const;
  const screen = await renderPart(
    <VerdictLines verdict={{ ...verdict, peerViolations: [violation], peerViolationCount: 481 }} />,
  );
  await expect.element(screen.getByText('480 more like this', { exact: true })).toBeVisible();
});
