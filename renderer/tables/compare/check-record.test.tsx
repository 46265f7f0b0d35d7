import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { sampleRecord, sampleSpec, signedSampleRecord } from '../../testing/record-samples.ts';
import { renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { RecordCard } from '../result/RecordCard.tsx';
import { RecordChecked } from '../result/RecordChecked.tsx';

/** A real worker of the window, whose answers wait until the test lets them through. */
interface HeldWorker {
  ended: boolean;
  /** Settles with the first answer, whether or not anybody hears it. */
  answered: Promise<unknown>;
  release(): void;
}

const realWorker = window.Worker;
const started: HeldWorker[] = [];
afterEach(() => {
  window.Worker = realWorker;
});

/** Holds the answers of all workers that start from now on; `script` replaces theirs. */
function holdWorkers(script?: string): void {
  started.length = 0;
  window.Worker = new Proxy(realWorker, {
    construct(target, [url, options]) {
      const worker = new target(script ?? url, options);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
      worker.addEventListener('message', answer);
      const held: HeldWorker = { ended: false, answered, release };
      started.push(held);
      return new Proxy(worker, {
        get(each, name) {
          if (name === 'terminate') held.ended = true;
          const value: unknown = Reflect.get(each, name);
          return typeof value === 'function' ? value.bind(each) : value;
        },
        set(each, name, handler: (event: Event) => void) {
          const hears = name === 'onmessage' ? (event: Event) => void released.then(() => handler(event)) : handler;
          return Reflect.set(each, name, hears);
        },
      });
    },
  });
}

const stored = (text: string) => ({ text, spec: sampleSpec, views: '' });

it('the window says that a record is being checked until the worker answers, and responds meanwhile', async () => {
  holdWorkers();
  let presses = 0;
  const screen = await renderPart(
    <>
      <button type="button" onClick={() => (presses += 1)}>
        Press
      </button>
      <RecordChecked record={stored(signedSampleRecord('guest'))} />
    </>,
  );
  const [worker] = started;
  await worker!.answered;
  await expect.element(screen.getByRole('status')).toHaveTextContent('Verifying…');
  await userEvent.click(screen.getByRole('button', { name: 'Press' }));
  expect(presses).toBe(1);
  expect(worker!.ended).toBe(false);
  worker!.release();
  await expect.element(screen.getByText('valid, proven by both')).toBeVisible();
  expect(worker!.ended).toBe(true);
  expect(started).toHaveLength(1);
});

it('another record ends the check of the one before, whose verdict is not shown', async () => {
  holdWorkers();
  const screen = await renderPart(<RecordChecked record={stored(signedSampleRecord('guest'))} />);
  const [first] = started;
  await first!.answered;
  await screen.show(<RecordChecked record={stored(sampleRecord('guest').text)} />);
  const [, second] = started;
  expect(first!.ended).toBe(true);
  first!.release();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Verifying…');
  second!.release();
  await expect.element(screen.getByText('valid, kept by one side')).toBeVisible();
});

it('leaving the page ends the check', async () => {
  holdWorkers();
  const screen = await renderPart(<RecordChecked record={stored(signedSampleRecord('guest'))} />);
  await screen.show(null);
  expect(started.map(({ ended }) => ended)).toEqual([true]);
});

it('a worker that fails is reported in place of a verdict', async () => {
  holdWorkers(URL.createObjectURL(new Blob(['throw new Error("broken")'], { type: 'text/javascript' })));
  const screen = await renderPart(<RecordChecked record={stored(signedSampleRecord('guest'))} />);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByText('Verifying…')).not.toBeInTheDocument();
  expect(started[0]!.ended).toBe(true);
});

it('the card of a record keeps its height while the record is verified', async () => {
  holdWorkers();
  const whole = (content: string, from: number) => ({ text: from === 0 ? content : '', next: content.length });
  const table = playing({ phase: 'finished', record: sampleRecord('guest').record });
  const screen = await renderPart(<RecordCard table={table} />, {
    handlers: {
      tables: {
        record: ({ from }) => ({ ...whole(signedSampleRecord('guest'), from), spec: sampleSpec }),
        views: ({ from }) => whole('', from),
      },
    },
  });
  const height = () => screen.container.querySelector('section')!.getBoundingClientRect().height;
  const before = height();
  await userEvent.click(screen.getByRole('button', { name: 'Verify record' }));
  await expect.element(screen.getByRole('status')).toHaveTextContent('Verifying…');
  expect(height()).toBeCloseTo(before, 1);
});
