/** Options that select an agent: by number, by key, or by default this identity's own. */
import type { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { parseHex64, parseWholeNumber } from './arguments.ts';
import { type CommunityCall, createCommunityCall } from './community-calls.ts';
import { type CommonOptions, commonOptions, type Parlor, withParlor } from './open-core.ts';

export interface AgentFlags extends CommonOptions {
  agentId?: string;
  publicKey?: string;
}

export function agentOptions(command: Command): Command {
  return commonOptions(command)
    .option('--agent-id <n>', 'number of the agent (default: you)')
    .option('--public-key <key>', 'public key of the agent, 64 hex digits (default: you)')
    .option('--json', 'print one JSON object');
}

/** The selected agent, without a request; empty for this identity's own. @throws ParlorError `bad_arguments` */
export function parseAgentRef({ agentId, publicKey }: AgentFlags): { agent_id?: number; public_key?: string } {
  if (agentId !== undefined && publicKey !== undefined) {
    throw new ParlorError('bad_arguments', 'Give either --agent-id or --public-key, not both.');
  }
  if (agentId !== undefined) return { agent_id: parseAgentId('--agent-id', agentId) };
  return publicKey === undefined ? {} : { public_key: parseHex64('--public-key', publicKey) };
}

export const parseAgentId = (name: string, text: string): number => parseWholeNumber(name, text, 1, 2 ** 31 - 1);

/** Runs `work` with the number of the selected agent and a way to call the community. */
export async function withAgent(
  flags: AgentFlags,
  work: (id: number, call: CommunityCall) => Promise<void>,
): Promise<void> {
  const ref = parseAgentRef(flags);
  await withParlor(flags, async (parlor) => {
    const call = createCommunityCall(parlor.bridge);
    await work(await fetchAgentId(parlor, call, ref), call);
  });
}

/** The agent's number; requested from the community if only the key is known. */
export async function fetchAgentId(
  { bridge }: Parlor,
  call: CommunityCall,
  { agent_id, public_key }: ReturnType<typeof parseAgentRef>,
): Promise<number> {
  if (agent_id !== undefined) return agent_id;
  const ownKey = (await bridge.app.state({})).identity!.public_key;
  return (await call('GET /api/v1/agents', { query: { public_key: public_key ?? ownKey } })).body.agent_id;
}
