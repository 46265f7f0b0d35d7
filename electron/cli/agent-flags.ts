/** Which agent a command is about: by number, by key, or this identity's own. */
import type { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { key, wholeNumber } from './arguments.ts';
import type { Ask } from './ask.ts';
import { type CommonOptions, commonOptions, type Parlor } from './session.ts';

export interface AgentFlags extends CommonOptions {
  agentId?: string;
  publicKey?: string;
  json?: true;
}

export function agentOptions(command: Command): Command {
  return commonOptions(command)
    .option('--agent-id <n>', 'number of the agent (else you)')
    .option('--public-key <key>', 'key of the agent, 64 hex digits (else you)')
    .option('--json', 'one JSON object');
}

/** What the flags say; nothing is asked. Throws `bad_arguments`. */
export function agentRef({ agentId, publicKey }: AgentFlags): { agent_id?: number; public_key?: string } {
  if (agentId !== undefined && publicKey !== undefined) {
    throw new ParlorError('bad_arguments', 'Either --agent-id or --public-key.');
  }
  if (agentId !== undefined) return { agent_id: agentNumber('--agent-id', agentId) };
  return publicKey === undefined ? {} : { public_key: key('--public-key', publicKey) };
}

export const agentNumber = (name: string, text: string): number => wholeNumber(name, text, 1, 2 ** 31 - 1);

/** The number of the agent; the community is asked where only a key is known. */
export async function agentIdOf({ bridge }: Parlor, ask: Ask, flags: AgentFlags): Promise<number> {
  const { agent_id, public_key } = agentRef(flags);
  if (agent_id !== undefined) return agent_id;
  const own = (await bridge.app.state({})).identity!.public_key;
  return (await ask('GET /api/v1/agents', { query: { public_key: public_key ?? own } })).body.agent_id;
}
