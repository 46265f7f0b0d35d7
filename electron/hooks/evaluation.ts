/** Calls `evaluate`, and tests it for the author of hooks. */
import { isDeepStrictEqual } from 'node:util';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import {
  type Evaluation,
  evaluationSchema,
  legalAnswer,
  type Question,
  questionSchema,
  type Role,
} from '../../shared/tables/hooks.ts';
import type { HookHost } from './hook-host.ts';
import type { CompletedCall } from './self-play.ts';

/** Null if there is nothing to judge. Rejects `hook_failed` and `hook_timeout`. */
export async function evaluatePosition(hooks: HookHost, state: Json): Promise<Evaluation | null> {
  const result = await hooks.call('evaluate', [state]);
  if (result === null) return null;
  const parsed = evaluationSchema.safeParse(result);
  if (parsed.success) return parsed.data;
  const pointers = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}`);
  throw wrong(`evaluate did not return worths of moves: ${pointers.join(', ')}`, { pointers });
}

/** Two of the questions that a seat decided in a game: a judgement takes long. */
const testedQuestions = (calls: readonly CompletedCall[]) => {
  const asked = calls.filter(({ method }) => method === 'decide');
  return [asked[Math.floor(asked.length / 3)], asked.at(-1)].flatMap((call) => call ?? []);
};

/** What is wrong with `evaluate`, by the questions that a seat was asked in a game; null if nothing is. */
export async function evaluationProblem(
  hooks: HookHost,
  seat: Role,
  calls: readonly CompletedCall[],
): Promise<Problem | null> {
  if (!hooks.methods.has('evaluate')) return null;
  try {
    for (const { args } of testedQuestions(calls)) {
      const [state = null, ask] = args;
      requireFitting(await evaluatePosition(hooks, state), seat, questionSchema.parse(ask));
    }
    const [first] = testedQuestions(calls);
    const state = first?.args[0] ?? null;
    const [one, two] = first ? [await evaluatePosition(hooks, state), await evaluatePosition(hooks, state)] : [];
    if (!isDeepStrictEqual(one, two)) throw wrong('evaluate returned different results for the same state.');
    return null;
  } catch (error) {
    return toProblem(error);
  }
}

function requireFitting(evaluation: Evaluation | null, seat: Role, ask: Question): void {
  if (!evaluation) return;
  if (evaluation.seat !== seat) throw wrong(`evaluate took a question to the ${seat} for the other side's turn.`);
  const illegal = evaluation.moves.find(({ line }) => legalAnswer(ask, line[0]?.value) === null);
  if (illegal) throw wrong(`evaluate returned ${JSON.stringify(illegal.line[0]?.value)}, which was not offered.`);
}

const wrong = (message: string, detail = {}) =>
  new ParlorError('hook_failed', message, { method: 'evaluate', ...detail });
