/**
 * What the agent would have answered in a finished game: replays the record through the hooks and calls `decide` for each question
 * that the user answered, with the state at that moment.
 */
import type { AgentAdvice } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { type DecideContext, proposalOf, type Question } from '../../shared/tables/hooks.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import { type RecordRunInput, runRecord } from './records/record-run.ts';

interface AnsweredQuestion {
  /** Line of the record with the user's answer. */
  seq: number;
  /** Number of moves before it. */
  moves: number;
  state: Json;
  ask: Question;
  manner: string | null;
  /** What the agent proposed at the time and why, if recorded. */
  proposal: unknown;
  reason: string | null;
}

interface AdviceRequest extends RecordRunInput {
  /** Number of the user's questions to skip, to continue an earlier call. */
  from: number;
  /** Milliseconds after which no further `decide` call is made; at least one is. */
  budgetMs: number;
}

/** `next` continues the list, null at the end. Hooks that no longer match the record end it early. */
export async function computeAdvice(request: AdviceRequest): Promise<{ advised: AgentAdvice[]; next: number | null }> {
  const { hooks, from, budgetMs } = request;
  // A chat has no questions with choices.
  if (flowMode(request.spec) === 'free' || !hooks.methods.has('decide')) return { advised: [], next: null };
  const questions = await collectQuestions(request);
  const startedAt = performance.now();
  const advised: AgentAdvice[] = [];
  let next = from;
  for (const question of questions.slice(from)) {
    if (next > from && performance.now() - startedAt > budgetMs) return { advised, next };
    next += 1;
    const advice = await adviseOn(question, hooks);
    if (advice) advised.push(advice);
  }
  return { advised, next: null };
}

async function adviseOn(
  { seq, moves, state, ask, manner, proposal, reason: recordedReason }: AnsweredQuestion,
  hooks: HookHost,
): Promise<AgentAdvice | null> {
  const context: DecideContext = { control_mode: 'hybrid', manner };
  const decision =
    proposal ?? (await hooks.call('decide', [state, ask as JsonObject, context as unknown as Json]).catch(() => null));
  const advice = proposalOf(ask, decision);
  if (!advice) return null;
  const { answer, reason } = advice;
  const label = ask.choices.find(({ value }) => value === answer)?.label ?? String(answer);
  return { seq, moves, answer, label, reason: recordedReason ?? reason };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The questions that the user answered, in order. */
async function collectQuestions(request: AdviceRequest): Promise<AnsweredQuestion[]> {
  let manner: string | null = null;
  const questions: AnsweredQuestion[] = [];
  for await (const { line, question, moves, problem } of runRecord(request)) {
    const { seq, entry } = line;
    const { kind, key, origin, proposal, reason } = entry;
    if ((kind === 'start' || kind === 'mode') && typeof entry.manner === 'string') manner = entry.manner;
    if (problem || kind !== 'decision' || !question || question.ask.key !== key) continue;
    if (origin === 'you' || origin === 'override')
      questions.push({ seq, moves, ...question, manner, proposal: proposal ?? null, reason: textOrNull(reason) });
  }
  return questions;
}
