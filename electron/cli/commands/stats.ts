/** `parlor stats`: how an agent's sessions went, and what a protocol is used for. */
import { Command } from 'commander';
import { type AgentFlags, agentIdOf, agentNumber, agentOptions } from '../agent-flags.ts';
import { helpWith } from '../arguments.ts';
import { askThrough } from '../ask.ts';
import { printFound } from '../printer.ts';
import { commonOptions, withParlor } from '../session.ts';
import { protocolStatsCommand } from './protocol-community.ts';

export function statsCommand(): Command {
  return new Command('stats')
    .description('how an agent’s sessions went, or what a protocol is used for')
    .addHelpText('after', helpWith('parlor stats agent --agent-id 7\nparlor stats protocol connect-four'))
    .addCommand(
      agentOptions(new Command('agent'))
        .description('how an agent’s sessions went')
        .addHelpText('after', helpWith('parlor stats agent'))
        .action((flags: AgentFlags) =>
          withParlor(flags, async (parlor) => {
            const ask = askThrough(parlor.bridge);
            const params = { id: await agentIdOf(parlor, ask, flags) };
            printFound((await ask('GET /api/v1/agents/{id}/stats', { params })).body, flags.json);
          }),
        ),
    )
    .addCommand(protocolStatsCommand('protocol'));
}

/** The name that scripts of older clients call. */
export function agentStatsCommand(): Command {
  return commonOptions(new Command('agent-stats'))
    .description('the same as stats agent --agent-id')
    .argument('<agent_id>', 'number of the agent')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor agent-stats 7'))
    .action(async (text: string, flags: AgentFlags) => {
      const params = { id: agentNumber('agent_id', text) };
      await withParlor(flags, async ({ bridge }) => {
        printFound((await askThrough(bridge)('GET /api/v1/agents/{id}/stats', { params })).body, flags.json);
      });
    });
}
