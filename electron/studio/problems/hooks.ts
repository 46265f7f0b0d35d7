/** Problems found by running hooks: in the preview's game, and in a test of the whole protocol. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import { pointerPosition } from '../../../shared/json/position.ts';
import { type HookMethod, otherRole, type Role, roles } from '../../../shared/tables/hooks.ts';
import type { AdversaryReport } from '../../hooks/adversary/adversary.ts';
import type { AcceptedMessage, AttackReport, FailedMessage } from '../../hooks/adversary/attack-log.ts';
import { type Cause, causesOf, type FailureCause, failureCauses } from '../../hooks/adversary/causes.ts';
import type { SeatReport } from '../../hooks/self-play.ts';
import type { SelfTest } from '../../hooks/self-test.ts';
import { methodLine } from '../../hooks/skeleton.ts';
import { hooksFile, paramsOf, specFile, studioProblem } from '../validate.ts';

export interface SeatFailure {
  kind: 'call' | 'choice' | 'view' | 'table';
  seat: Role;
  method: HookMethod | null;
  problem: Problem;
}

interface ProblemParts {
  kind: StudioProblem['kind'];
  subject: string;
  problem: Problem;
  /** The method that caused it, if known. */
  method: string | null;
}

/** `hooks`: the text of hooks.js, to look up the position. */
export function hooksProblem({ kind, subject, problem, method }: ProblemParts, hooks: string): StudioProblem {
  const { line, column } = problem.detail ?? {};
  const hasLine = typeof line === 'number';
  const place = hasLine ? line : method === null ? null : methodLine(hooks, method);
  return studioProblem({
    kind,
    subject,
    message: problem.message,
    // A table can end for many reasons that the hooks don't cause, so it gets no code that blames them.
    ...(kind !== 'table_failed' && { code: problem.code, params: paramsOf(problem.detail) }),
    file: place === null ? null : hooksFile,
    line: place,
    column: hasLine && typeof column === 'number' ? column : null,
  });
}

/** Null if the other seat caused it, or a person left. */
export function failureProblem({ kind, seat, method, problem }: SeatFailure, hooks: string): StudioProblem | null {
  const { code, detail } = problem;
  if (code === 'resigned' || code === 'peer_aborted' || code === 'peer_disconnected') return null;
  const isHookError = code === 'hook_failed' || code === 'hook_timeout';
  const kinds = { call: 'hooks_call', choice: 'hooks_choice', view: 'hooks_view', table: 'table_failed' } as const;
  const problems = Array.isArray(detail?.problems) ? detail.problems.join('; ') : null;
  const pointers = Array.isArray(detail?.pointers) ? detail.pointers.join(', ') : null;
  const message = [problem.message, problems ?? pointers].filter((text) => text !== null).join(' ');
  const problemKind = kind === 'table' && isHookError ? 'hooks_call' : kinds[kind];
  return hooksProblem({ kind: problemKind, subject: method ?? seat, problem: { ...problem, message }, method }, hooks);
}

/** The problem for an answer that its question did not offer. */
export function choiceProblem(value: unknown): Problem {
  const answer = JSON.stringify(value)?.slice(0, 80) ?? '';
  const message = `decide returned ${answer}, which was not offered.`;
  return { code: 'decision_invalid', message, detail: { answer } };
}

/** All problems of a test, without duplicates. `hooks` and `spec`: the texts of the files, to look up positions. */
export function testProblems(test: SelfTest, { hooks, spec }: { hooks: string; spec: string }): StudioProblem[] {
  const problems = [
    ...roles.flatMap((seat) => seatProblems(seat, test.seats[seat], hooks)),
    ...gameProblems(test),
    ...(test.seal === null ? [] : [sealProblem(test.seal, spec)]),
    ...(test.evaluation === null
      ? []
      : [
          hooksProblem(
            { kind: 'hooks_call', subject: 'evaluate', problem: test.evaluation, method: 'evaluate' },
            hooks,
          ),
        ]),
    ...causesOf(test.adversary?.attacks ?? []).map((cause) => holeProblem(cause, hooks)),
    ...failureCauses(test.adversary?.attacks ?? []).map((cause) => failedProblem(cause, hooks)),
    ...(test.adversary?.attacks ?? []).flatMap((attack) => undecidedProblem(attack, hooks)),
    ...(test.adversary?.games ?? []).flatMap(failedGame),
  ];
  return [...new Map(problems.map((problem) => [problem.id, problem])).values()];
}

function seatProblems(seat: Role, { outcome, trace }: SeatReport, hooks: string): StudioProblem[] {
  const failures: SeatFailure[] = trace.calls.flatMap(({ method, problem }) =>
    problem ? [{ kind: method === 'view' ? ('view' as const) : ('call' as const), seat, method, problem }] : [],
  );
  const endProblem = outcome?.problem;
  if (endProblem?.code === 'decision_invalid') {
    const decision = trace.calls.findLast(({ method }) => method === 'decide')?.value;
    failures.push({ kind: 'choice', seat, method: 'decide', problem: choiceProblem(decision) });
  } else if (endProblem) {
    const method =
      typeof endProblem.detail?.method === 'string' ? (endProblem.detail.method as SeatFailure['method']) : null;
    if (!failures.some((failure) => failure.method === method && failure.method !== null)) {
      failures.push({ kind: 'table', seat, method, problem: endProblem });
    }
  }
  return failures.map((failure) => failureProblem(failure, hooks)).filter((problem) => problem !== null);
}

/** Commitments that honest games don't keep as they are declared. */
export const sealProblem = (message: string, spec: string): StudioProblem =>
  studioProblem({
    ...{ kind: 'spec_seal', subject: 'commit_reveal', message, file: specFile, pointer: '/commit_reveal' },
    ...pointerPosition(spec, '/commit_reveal'),
  });

/** A game that does not end, or ends differently for the two sides. */
function gameProblems({ stopped, seats, frames }: SelfTest): StudioProblem[] {
  if (stopped !== null) {
    const message =
      stopped === 'stuck'
        ? 'The game is stuck: both seats are waiting, and no hook call, answer or timer is pending.'
        : `The game has not ended after ${frames.length} messages.`;
    return [studioProblem({ kind: 'table_stopped', subject: stopped, message })];
  }
  const [host, guest] = roles.map((role) => seats[role].outcome);
  if (!host?.completed || !guest?.completed || host.winner === guest.winner) return [];
  const message = `The sides disagree on the winner: ${host.winner ?? 'none'} for the host, ${guest.winner ?? 'none'} for the guest.`;
  return [studioProblem({ kind: 'table_failed', subject: 'end', message })];
}

/** A dishonest message that the hooks accepted, and which other ones show the same. */
function holeProblem(
  { attacks: [first, ...others], fields, messages }: Cause<AttackReport>,
  hooks: string,
): StudioProblem {
  const field = fields.length === 1 ? fields[0]! : first.field;
  const kinds = [...new Set(others.map(({ kind }) => kind))].join(', ');
  const more = others.length === 0 ? '' : ` Accepted for the same reason: ${kinds} (${messages.join(', ')}).`;
  return messageProblem('hooks_accepted', { ...first, field }, first.accepted!, more, hooks);
}

/** A message at which the hooks failed, as at other ones. */
function failedProblem({ first, failed, others }: FailureCause<AttackReport>, hooks: string): StudioProblem {
  const kinds = [...new Set(others.map(({ kind }) => kind))].join(', ');
  const more = others.length === 0 ? '' : ` The same at ${kinds}.`;
  const note = ` A failure isn't a refusal: the side that kept the rules would be blamed.${more}`;
  return messageProblem('hooks_failed', first, failed, note, hooks);
}

/** A message that could not be judged. */
function undecidedProblem(attack: AttackReport, hooks: string): StudioProblem[] {
  const { undecided, undecided_message } = attack;
  if (!undecided_message) return [];
  const count = undecided > 1 ? ` Of ${undecided} such messages this is the first.` : '';
  const text = ` Too much is hidden to know whether the rules allow it.${count}`;
  return [messageProblem('hooks_undecided', attack, undecided_message, text, hooks)];
}

function messageProblem(
  problemKind: 'hooks_accepted' | 'hooks_failed' | 'hooks_undecided',
  { kind, against, message: name, field }: AttackReport,
  { number, frame, method, problem }: AcceptedMessage & Partial<FailedMessage>,
  note: string,
  hooks: string,
): StudioProblem {
  const changedField = field === null ? '' : `, ${field} changed`;
  const line = lineIn(hooks, method, problem);
  // Which line let it through can't be seen from outside.
  const by = line === null ? '' : ` by ${method}, which begins here`;
  const what = `message ${number} from the ${otherRole(against)} (${name}${changedField})`;
  const reaction = problem ? `made ${method ?? 'the hooks'} fail (${problem.message})` : `was accepted${by}`;
  return studioProblem({
    kind: problemKind,
    subject: method ?? against,
    message: `${kind}: ${what} ${reaction}: ${JSON.stringify(frame)}.${note}`,
    code: kind,
    params: { message: name, number, ...(field !== null && { field }) },
    file: line === null ? null : hooksFile,
    line,
  });
}

/** The line of hooks.js where a method failed, or else begins. */
export function lineIn(hooks: string, method: HookMethod | null, problem?: Problem): number | null {
  const line = problem?.detail?.line;
  if (typeof line === 'number') return line;
  return method === null ? null : methodLine(hooks, method);
}

/** A game of honest seats, with other answers or options, that did not end as it should. */
function failedGame({ options, guest, host, failure }: AdversaryReport['games'][number]): StudioProblem[] {
  if (failure === null) return [];
  const setting = `options ${JSON.stringify(options)}, answers of the guest: ${guest}, of the host: ${host}`;
  return [studioProblem({ kind: 'table_failed', subject: 'game', message: `A game failed (${setting}): ${failure}` })];
}
