import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type SentInboxMessage, sentInboxMessageSchema } from '../../shared/bridge/inbox.ts';
import { ParlorError } from '../../shared/errors.ts';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { Composer } from './Composer.tsx';

let recipients = 0;

/** A composer whose messages wait until they are settled. */
async function open() {
  recipients += 1;
  const sent: { text: string; settle: PromiseWithResolvers<SentInboxMessage> }[] = [];
  const screen = await renderPart(<Composer recipient={{ public_key: keyOf(recipients), name: 'brindle' }} />, {
    app: { phase: 'ready' },
    handlers: {
      inbox: {
        send({ text }) {
          const settle = Promise.withResolvers<SentInboxMessage>();
          sent.push({ text, settle });
          return settle.promise;
        },
      },
    },
  });
  const field = () => screen.container.querySelector('textarea')!;
  return { screen, sent, field };
}

it('sends each text once, and keeps what is typed meanwhile', async () => {
  const { screen, sent, field } = await open();
  await userEvent.type(field(), 'first{Control>}{Enter}{/Control}second');
  await expect.poll(() => sent).toHaveLength(1);
  expect(field().value).toBe('second');
  // One message at a time; the second stays in the field.
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(field().value).toBe('second');
  sent[0]!.settle.resolve(exampleOf(sentInboxMessageSchema) as SentInboxMessage);
  await expect.element(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent.map(({ text }) => text)).toEqual(['first', 'second']);
  expect(field().value).toBe('');
});

it('puts back what could not be sent, before what was typed since', async () => {
  const { screen, sent, field } = await open();
  await userEvent.type(field(), 'first{Control>}{Enter}{/Control}second');
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]!.settle.reject(new ParlorError('community_unreachable', 'No connection.'));
  await expect.poll(() => field().value).toBe('first\nsecond');
  await expect.element(screen.getByRole('alert')).toBeVisible();
});
