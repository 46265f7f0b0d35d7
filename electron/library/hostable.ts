/** The protocols that this computer can host. */
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { decisionSeconds } from '../../shared/tables/deadlines.ts';
import { isPlayable, modeUnsupported } from '../../shared/tables/engine.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { byHandProblem, isByHand } from '../hooks/by-hand.ts';
import { unfinishedMethods } from '../hooks/skeleton.ts';
import type { Library, LibraryProtocol } from './library.ts';
import { governanceOfSpec } from './protocol-views.ts';

/** Sorted: bundled protocols first, then by name. `refusal` is the reason why a protocol cannot be hosted. */
export async function hostableOf(library: Library): Promise<HostableProtocol[]> {
  const protocols = await Promise.all(
    library
      .list()
      .map(async (protocol) =>
        toHostable(protocol, (await library.readHooks(protocol).catch(() => null))?.text ?? null),
      ),
  );
  const rank = ({ source }: HostableProtocol) => (source === 'bundled' ? 0 : 1);
  return protocols.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function toHostable(protocol: LibraryProtocol, hooks: string | null): HostableProtocol {
  const { protocol_id, spec, mode, source, board } = protocol;
  return {
    protocol_id,
    name: spec.name ?? protocol_id.slice(0, 8),
    description: spec.description ?? '',
    type: spec.type ?? 'protocol',
    mode,
    family: governanceOfSpec(protocol).family,
    source: source === 'bundled' ? 'bundled' : 'cached',
    parameters: (spec.parameters ?? {}) as JsonObject,
    control_modes: controlModesOf(hooks),
    decision_seconds: decisionSeconds(spec),
    takes_extra_args: spec.decision?.mode === 'manual',
    board: board && { source: board.source, manifest_hash: board.manifest_hash, author: board.author },
    refusal: hostingProblem(protocol, hooks),
  };
}

/** By-hand hooks leave every decision to the user. */
const controlModesOf = (hooks: string | null): ControlMode[] =>
  hooks !== null && isByHand(hooks) ? ['human'] : ['human', 'hybrid', 'autonomous'];

function hostingProblem({ spec }: LibraryProtocol, hooks: string | null): Problem | null {
  const problem = (code: 'hooks_missing' | 'hooks_unfinished' | 'judge_missing', message: string) =>
    toProblem(new ParlorError(code, message));
  if (!isPlayable(spec)) return modeUnsupported(spec).toProblem();
  if (hooks === null) return problem('hooks_missing', 'There are no hooks for this protocol on this computer.');
  const methods = unfinishedMethods(hooks);
  if (methods.length > 0) return problem('hooks_unfinished', `Its hooks are not finished: ${methods.join(', ')}.`);
  const byHandReason = isByHand(hooks) ? byHandProblem(spec, 'host') : null;
  return byHandReason === null ? null : problem('judge_missing', byHandReason);
}
