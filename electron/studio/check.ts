/** Checks an author's files without a window. */
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import type { LaunchHooks } from '../hooks/host.ts';
import { loadProblem, selfTest } from '../hooks/self-test.ts';
import type { ProjectFiles } from './files.ts';
import { hooksFile, judge } from './judge.ts';
import { hooksProblem, testProblems } from './problems/hooks.ts';

/** All problems of the files, and of one game that the hooks play against themselves. */
export async function checkProject(
  launch: LaunchHooks,
  files: ProjectFiles,
): Promise<{ protocol_id: string | null; problems: StudioProblem[] }> {
  const { problems, playable, protocol_id } = judge(files);
  return { protocol_id, problems: playable ? [...problems, ...(await played(launch, playable))] : problems };
}

async function played(
  launch: LaunchHooks,
  { spec, hooks }: NonNullable<ReturnType<typeof judge>['playable']>,
): Promise<StudioProblem[]> {
  const unloaded = await loadProblem(launch, hooks);
  if (unloaded)
    return [hooksProblem({ kind: 'hooks_load', subject: hooksFile, problem: unloaded, method: null }, hooks)];
  try {
    return testProblems(await selfTest(launch, { spec, source: hooks }), hooks);
  } catch (error) {
    // Only metadata is called before the game.
    return [
      hooksProblem({ kind: 'hooks_call', subject: 'metadata', problem: toProblem(error), method: 'metadata' }, hooks),
    ];
  }
}
