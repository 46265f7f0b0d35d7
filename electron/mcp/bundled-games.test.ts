/** Games that come with Parlor reach a client as they are. */
import { describe, expect, test } from 'vitest';
import type { OpenQuestion } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import type { Question } from '../../shared/tables/hooks.ts';
import { selfPlay } from '../hooks/self-play.ts';
import { bundled } from '../hooks/testing/protocols.ts';
import { launchPlainHooks } from '../tables/testing/plain-hooks.ts';
import { describeProtocol } from './describe-protocol.ts';
import { isToken, type Rules } from './present-protocol.ts';
import { knownWordsOf } from './present-view.ts';
import { presentQuestion } from './question.ts';

const releases = { protocols: [], people: [] };

/** Without texts, which clients never get of a position. */
function withoutTexts(value: Json): Json {
  if (typeof value === 'string') return isToken(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTexts(member)]));
}

describe.each(bundled.map((protocol) => [protocol.name, protocol] as const))('%s', (_name, protocol) => {
  const { name, spec, source, options } = protocol;
  const rules: Rules = { protocol_id: 'b'.repeat(64), bundled: true, name, rated: true, spec };

  test('shows its whole position and its questions in their own words', async () => {
    const hooks = await launchPlainHooks(source, { seed: 'models' });
    const { seats } = await selfPlay({ spec, hooks: { host: hooks, guest: hooks }, options, seed: 'models' });
    const calls = [...seats.host.trace.calls, ...seats.guest.trace.calls];
    const positions = calls.filter(({ method }) => method === 'view').map(({ value }) => value);
    expect(positions.length).toBeGreaterThan(2);
    for (const position of positions) expect(knownWordsOf(rules, position)).toEqual(withoutTexts(position));
    const questions = calls.flatMap(({ value }) => (value as { ask?: Question } | null)?.ask ?? []);
    for (const question of questions) {
      const ask = { ...question, asked_at: 0, proposal: null, plays_at: null, held: false, deadline_at: null };
      const shown = presentQuestion(rules, ask as OpenQuestion, releases);
      expect(shown).toMatchObject({ key: question.key, prompt: question.prompt });
      expect(shown.choices.map(({ label }) => label)).toEqual(question.choices.map(({ label }) => label));
      const values = question.choices.map(({ value }, index) => (isToken(String(value)) ? value : index));
      expect(shown.choices.map(({ value }) => value)).toEqual(values);
    }
  });

  test('is described on one page, in its own order and words', () => {
    const { messages, options, rules: text, next_cursor } = describeProtocol(rules, releases);
    expect(next_cursor).toBeNull();
    expect(messages.map(({ name }) => name)).toEqual(spec.messages.map(({ name }) => name));
    expect(messages.map(({ fields }) => fields.map(({ name }) => name))).toEqual(
      spec.messages.map(({ fields }) => Object.keys(fields)),
    );
    for (const { fields } of messages) for (const { values = [] } of fields) expect(values.every(isToken)).toBe(true);
    expect(options.map(({ name }) => name)).toEqual(Object.keys(spec.parameters ?? {}));
    const texts = Object.values(spec.rules as object).filter((rule) => typeof rule === 'string');
    for (const each of texts) expect(text).toContain(each);
  });
});
