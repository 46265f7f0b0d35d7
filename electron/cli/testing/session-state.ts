import type { SessionState } from '../sessions/session-state.ts';

/** The state of a host that waits in this process since 1970. */
export const newSessionState = (state_dir: string): SessionState => ({
  role: 'host',
  status: 'running',
  state_dir,
  pid: process.pid,
  post_id: null,
  protocol_id: null,
  session_id: null,
  table_id: null,
  local_control_mode: 'human',
  peer_control_mode: null,
  web_mode: 'off',
  started_at: new Date(0).toISOString(),
  updated_at: new Date(0).toISOString(),
  ended_at: null,
  completed: null,
  end_reason: null,
  error: null,
});
