import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { Button } from '../Button.tsx';

const hostile = 'pay\u202Eyap\u200B\u2069';
const readable = 'payU+202EyapU+200BU+2069';

function Greeting() {
  const { t } = useTranslation();
  return <i>{t('wrote', { name: 'שלום' })}</i>;
}

it('shows the text of any element as it may be shown, and what is read aloud', async () => {
  const { container } = await renderPart(
    <section title={hostile} aria-label={hostile}>
      {hostile}
      <b>{[[hostile], ' ', hostile]}</b>
      <input placeholder={hostile} defaultValue={hostile} aria-label="typed" />
    </section>,
  );
  const section = container.querySelector('section');
  expect(section?.title).toBe(readable);
  expect(section?.ariaLabel).toBe(readable);
  expect(section?.textContent).toBe(`${readable}${readable} ${readable}`);
  const input = container.querySelector('input');
  expect(input?.placeholder).toBe(readable);
  // What is typed is the user's.
  expect(input?.value).toBe(hostile);
});

it('shows what components and texts with values contain likewise', async () => {
  const { container } = await renderPart(
    <>
      <Button title={hostile}>{hostile}</Button>
      <Greeting />
    </>,
  );
  expect(container.querySelector('button')?.title).toBe(readable);
  expect(container.querySelector('button')?.textContent).toBe(readable);
  expect(container.querySelector('i')?.textContent).toContain('\u2068שלום\u2069');
});

it('sets no space after Chinese punctuation, wherever sentences are joined', async () => {
  const [label, sentence] = ['盘面：', '骰子。'];
  const { container } = await renderPart(
    <p>
      {label} <b>Parlor</b>
      {', '}
      <b>{sentence}</b> {'1 到 6'} <i>{sentence}</i> <b>Anna</b> plays
    </p>,
  );
  expect(container.querySelector('p')?.textContent).toBe('盘面：Parlor, 骰子。1 到 6 骰子。Anna plays');
});
