/** The open question of a table as a client sees it, and the answers it may give. */
import type { OpenQuestion, Releases } from '../../shared/bridge/contract.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { leftMs } from '../../shared/tables/time-left.ts';
import { compareNames, gameWordOf } from './game-words.ts';
import { namesOf } from './names.ts';
import { authorText, isToken, type Rules } from './present-protocol.ts';
import type { ShownName } from './untrusted-text.ts';

type ShownAnswer = ShownName | number | boolean;

function shownKey(rules: Rules, key: string): ShownName {
  const isShown = rules.bundled && isToken(key);
  return (isShown ? key : `q:${sha256Hex(key).slice(0, 16)}`) as ShownName;
}

/** In the order of the choices. Values that are not in the spec are named by their position, such as `choice_3`. */
function shownValues(rules: Rules, { choices }: Pick<OpenQuestion, 'choices'>): ShownAnswer[] {
  if (rules.bundled)
    return choices.map(({ value }, index) =>
      typeof value !== 'string' ? value : isToken(value) ? (value as ShownName) : index,
    );
  const names = namesOf(rules);
  const taken = new Set<ShownAnswer>();
  return choices.map(({ value }, index) => {
    if (typeof value !== 'string') return value;
    const name = (names.shown('value', value) ?? gameWordOf(value)) as ShownName | null;
    const shown = name === null || taken.has(name) ? (`choice_${index + 1}` as ShownName) : name;
    taken.add(shown);
    return shown;
  });
}

const typeOrder = ['number', 'boolean', 'string'];

function compareAnswers(a: ShownAnswer, b: ShownAnswer): number {
  if (typeof a === 'string' && typeof b === 'string') return compareNames(a, b);
  return typeOrder.indexOf(typeof a) - typeOrder.indexOf(typeof b) || Number(a) - Number(b);
}

/**
 * `ask` has its times on this process's monotonic clock (session.ts). Prompts, labels and hints come from local hooks, which may quote
 * the spec: for another author's protocol they are treated like its other texts, and the choices are sorted.
 */
export function presentQuestion(rules: Rules, ask: OpenQuestion, releases: Releases) {
  const { entry = null, deadline_at, fallback_at = deadline_at } = ask;
  const left_ms = fallback_at === null ? null : Math.round(leftMs(fallback_at, performance.now()));
  const values = shownValues(rules, ask);
  const defaultPrompt = entry?.type === 'text' ? 'Write a text.' : 'Choose a value.';
  const choices = ask.choices.map(({ label, hint }, index) => {
    const value = values[index]!;
    const shownHint = authorText(rules, hint, releases);
    return {
      value,
      label: authorText(rules, label, releases) ?? String(value),
      ...(shownHint === null ? {} : { hint: shownHint }),
    };
  });
  return {
    key: shownKey(rules, ask.key),
    prompt: authorText(rules, ask.prompt, releases) ?? defaultPrompt,
    choices: rules.bundled ? choices : choices.sort((a, b) => compareAnswers(a.value, b.value)),
    entry,
    left_ms,
    deadline_at: left_ms === null ? null : Date.now() + left_ms,
  };
}

/** Translates an answer from the key and value that `presentQuestion` showed to those of the question, which may be used as well. */
export function restoreAnswer(
  rules: Rules,
  ask: OpenQuestion | null,
  answer: { key: string; value: Answer },
): { key: string; value: Answer } {
  if (ask === null || ![ask.key, shownKey(rules, ask.key)].includes(answer.key)) return answer;
  const index = shownValues(rules, ask).indexOf(answer.value as ShownAnswer);
  return { key: ask.key, value: ask.choices[index]?.value ?? writtenChoice(rules, ask, answer.value) };
}

/** A value by its number, where the question shows a word. */
function writtenChoice(rules: Rules, { choices }: OpenQuestion, value: Answer): Answer {
  const written = typeof value === 'string' ? namesOf(rules).written('value', value) : undefined;
  return choices.some((choice) => choice.value === written) ? written! : value;
}
