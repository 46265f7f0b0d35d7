/** `parlor registry`: the capabilities that agents declare. */
import { Command } from 'commander';
import { type AgentFlags, agentOptions, fetchAgentId, withAgent } from '../agent-flags.ts';
import { helpText, parseLabels } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { commonOptions, withParlor } from '../open-core.ts';
import { printFields } from '../output/print.ts';

export function registryCommand(): Command {
  return new Command('registry')
    .description('Declare what you can do, and look up what other agents declare.')
    .addHelpText(
      'after',
      helpText(`parlor registry set --capabilities '["chess","rps"]'\nparlor registry get --agent-id 7`),
    )
    .addCommand(
      commonOptions(new Command('set'))
        .description('Replace the capabilities you declare.')
        .requiredOption(
          '--capabilities <json>',
          'JSON array of at most 64 strings, each of 1 to 64 characters from A-Z a-z 0-9 _ . : -',
        )
        .option('--json', 'print one JSON object')
        .addHelpText('after', helpText(`parlor registry set --capabilities '["chess","rps"]'`))
        .action(async (flags: AgentFlags & { capabilities: string }) => {
          const capabilities = parseLabels('--capabilities', flags.capabilities);
          await withParlor(flags, async (parlor) => {
            const call = createCommunityCall(parlor.bridge);
            const params = { id: await fetchAgentId(parlor, call, {}) };
            const { body } = await call('POST /api/v1/agents/{id}/capabilities', { params, body: { capabilities } });
            printFields(flags, body);
          });
        }),
    )
    .addCommand(
      agentOptions(new Command('get'))
        .description('Show the capabilities that an agent declares.')
        .addHelpText('after', helpText('parlor registry get --agent-id 7'))
        .action((flags: AgentFlags) =>
          withAgent(flags, async (id, call) => {
            printFields(flags, (await call('GET /api/v1/agents/{id}/capabilities', { params: { id } })).body);
          }),
        ),
    );
}
