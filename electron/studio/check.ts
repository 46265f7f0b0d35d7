/** Checks an author's files without opening the project: validation first, then one game that the hooks play against themselves. */
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { findLoadProblem, selfTest } from '../hooks/self-test.ts';
import type { ProjectFiles } from './files.ts';
import { hooksProblem, testProblems } from './problems/hooks.ts';
import { hooksFile, validateProject } from './validate.ts';

/** `protocol_id` is null unless spec.json contains JSON. The hooks run only if spec and hooks are valid. */
export async function checkProject(
  launch: LaunchHooks,
  files: ProjectFiles,
): Promise<{ protocol_id: string | null; problems: StudioProblem[] }> {
  const { problems, playable, protocol_id } = validateProject(files);
  return { protocol_id, problems: playable ? [...problems, ...(await gameProblems(launch, playable))] : problems };
}

async function gameProblems(
  launch: LaunchHooks,
  { spec, specText, hooks }: NonNullable<ReturnType<typeof validateProject>['playable']>,
): Promise<StudioProblem[]> {
  const loadError = await findLoadProblem(launch, hooks);
  if (loadError)
    return [hooksProblem({ kind: 'hooks_load', subject: hooksFile, problem: loadError, method: null }, hooks)];
  try {
    return testProblems(await selfTest(launch, { spec, source: hooks }), { hooks, spec: specText });
  } catch (error) {
    // Failures during the game are in the result; only `metadata`, which is called before it, makes selfTest reject.
    return [
      hooksProblem({ kind: 'hooks_call', subject: 'metadata', problem: toProblem(error), method: 'metadata' }, hooks),
    ];
  }
}
