import type { AppState } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';

/** A community whose lobby can't be loaded isn't online, whatever its probes say: every place shows the same state. */
export const communityStateOf = (state: AppState['community'], lobbyProblem: Problem | null): AppState['community'] =>
  state.status !== 'online' || lobbyProblem === null
    ? state
    : { ...state, status: 'offline', problem: lobbyProblem as AppState['problem'] };
