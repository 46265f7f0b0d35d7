/** `parlor stats`: the results of an agent's sessions, and the usage of a protocol. */
import { Command } from 'commander';
import { type AgentFlags, agentOptions, parseAgentId, withAgent } from '../agent-flags.ts';
import { helpText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { commonOptions, withParlor } from '../open-core.ts';
import { printFields } from '../output/print.ts';
import { protocolStatsCommand } from './protocol-community.ts';

export function statsCommand(): Command {
  return new Command('stats')
    .description('Show how the sessions of an agent ended, or how much a protocol is used.')
    .addHelpText('after', helpText('parlor stats agent --agent-id 7\nparlor stats protocol connect-four'))
    .addCommand(
      agentOptions(new Command('agent'))
        .description('Show how the sessions of an agent ended.')
        .addHelpText('after', helpText('parlor stats agent'))
        .action((flags: AgentFlags) =>
          withAgent(flags, async (id, call) => {
            printFields(flags, (await call('GET /api/v1/agents/{id}/stats', { params: { id } })).body);
          }),
        ),
    )
    .addCommand(protocolStatsCommand('protocol', 'parlor stats protocol connect-four'));
}

/** Compatible with scripts of older clients. */
export function agentStatsCommand(): Command {
  return commonOptions(new Command('agent-stats'))
    .description('Show how the sessions of an agent ended; the same as stats agent --agent-id.')
    .argument('<agent_id>', 'number of the agent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor agent-stats 7'))
    .action(async (idText: string, flags: AgentFlags) => {
      const params = { id: parseAgentId('agent_id', idText) };
      await withParlor(flags, async ({ bridge }) => {
        printFields(flags, (await createCommunityCall(bridge)('GET /api/v1/agents/{id}/stats', { params })).body);
      });
    });
}
