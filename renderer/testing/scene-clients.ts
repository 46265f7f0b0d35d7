/** Sample clients that play over MCP; present in scenes whose name begins with `agent`. */
import type { ClientsState, McpClient, Permissions } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { keyOf, protocolIdNamed, uuidOf } from './samples.ts';

export const clientOf = (seed: number, name: string, changes: Partial<McpClient> = {}): McpClient => ({
  client_id: uuidOf(seed),
  name,
  permissions: { ...noPermissions, play_unrated: true, play_rated: true, tables_at_once: 2 },
  first_seen_at: Date.now() - 86_400_000,
  last_seen_at: Date.now() - 60_000,
  connected: true,
  tables: [],
  ...changes,
});

function stateOf(scene: string): ClientsState {
  if (!scene.startsWith('agent')) return { clients: [], releases: { protocols: [], people: [] } };
  const undecided = clientOf(703, 'Claude Desktop <b>', { permissions: null });
  return {
    clients: [
      ...(scene === 'agent-request' ? [undecided] : []),
      clientOf(701, 'Plover', { tables: ['client'] }),
      clientOf(702, 'old-script', { connected: false, permissions: noPermissions }),
    ],
    releases: { protocols: [protocolIdNamed('Connect Four')], people: [keyOf(2)] },
  };
}

/** `changed` is called with the state after each call. */
export function clientHandlers(
  scene: string,
  changed: (state: ClientsState) => void,
): NonNullable<FakeHandlers['clients']> {
  let state = stateOf(scene);
  const change = (next: Partial<ClientsState>) => {
    state = { ...state, ...next };
    changed(state);
    return {};
  };
  const permit = (client_id: string, permissions: Permissions) =>
    change({
      clients: state.clients.map((client) => (client.client_id === client_id ? { ...client, permissions } : client)),
    });
  const withRelease = (ids: string[], id: string | undefined, released: boolean) => {
    const others = ids.filter((each) => each !== id);
    return id !== undefined && released ? [...others, id] : others;
  };
  return {
    list: () => state,
    allow: ({ client_id, permissions }) => permit(client_id, permissions),
    revoke: ({ client_id }) => permit(client_id, noPermissions),
    forget: ({ client_id }) => change({ clients: state.clients.filter((client) => client.client_id !== client_id) }),
    release: ({ protocol_id, public_key, released }) =>
      change({
        releases: {
          protocols: withRelease(state.releases.protocols, protocol_id, released),
          people: withRelease(state.releases.people, public_key, released),
        },
      }),
  };
}
