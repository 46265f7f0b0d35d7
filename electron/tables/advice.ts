/**
 * What the agent would have answered in a finished game: replays the record through the hooks and calls `decide` for each question
 * that the user answered, with the state at that moment.
 */
import type { Advised } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { type DecideContext, proposalOf, type Question } from '../../shared/tables/hooks.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import { type RecordRunParts, runRecord } from './records/record-run.ts';

interface AnsweredQuestion {
  /** Line of the record with the user's answer. */
  seq: number;
  /** Number of moves before it. */
  moves: number;
  state: Json;
  ask: Question;
  manner: string | null;
  /** What the agent proposed at the time and why, if recorded. */
  proposed: unknown;
  reason: string | null;
}

interface AdviceParts extends RecordRunParts {
  /** Number of the user's questions to skip, to continue an earlier call. */
  from: number;
  /** Milliseconds after which no further `decide` call is made; at least one is. */
  budgetMs: number;
}

/** `next` continues the list, null at the end. Hooks that no longer match the record end it early. */
export async function adviceFor(parts: AdviceParts): Promise<{ advised: Advised[]; next: number | null }> {
  const { hooks, from, budgetMs } = parts;
  // A chat has no questions with choices.
  if (flowMode(parts.spec) === 'free' || !hooks.methods.has('decide')) return { advised: [], next: null };
  const questions = await questionsOf(parts);
  const started = performance.now();
  const advised: Advised[] = [];
  let next = from;
  for (const question of questions.slice(from)) {
    if (next > from && performance.now() - started > budgetMs) return { advised, next };
    next += 1;
    const advice = await adviceOn(question, hooks);
    if (advice) advised.push(advice);
  }
  return { advised, next: null };
}

async function adviceOn(
  { seq, moves, state, ask, manner, proposed, reason: recorded }: AnsweredQuestion,
  hooks: HookHost,
): Promise<Advised | null> {
  const context: DecideContext = { control_mode: 'hybrid', manner };
  const decision =
    proposed ?? (await hooks.call('decide', [state, ask as JsonObject, context as unknown as Json]).catch(() => null));
  const advice = proposalOf(ask, decision);
  if (!advice) return null;
  const { answer, reason } = advice;
  const label = ask.choices.find(({ value }) => value === answer)?.label ?? String(answer);
  return { seq, moves, answer, label, reason: recorded ?? reason };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The questions that the user answered, in order. */
async function questionsOf(parts: AdviceParts): Promise<AnsweredQuestion[]> {
  let manner: string | null = null;
  const answered: AnsweredQuestion[] = [];
  for await (const { line, question, moves, problem } of runRecord(parts)) {
    const { seq, entry } = line;
    const { kind, key, origin, proposal, reason } = entry;
    if ((kind === 'start' || kind === 'mode') && typeof entry.manner === 'string') manner = entry.manner;
    if (problem || kind !== 'decision' || !question || question.ask.key !== key) continue;
    if (origin === 'you' || origin === 'override')
      answered.push({ seq, moves, ...question, manner, proposed: proposal ?? null, reason: textOrNull(reason) });
  }
  return answered;
}
