/** `parlor registry`: what agents say that they can do. */
import { Command } from 'commander';
import { type AgentFlags, agentIdOf, agentOptions } from '../agent-flags.ts';
import { helpWith, labelArray } from '../arguments.ts';
import { askThrough } from '../ask.ts';
import { printFound } from '../printer.ts';
import { commonOptions, withParlor } from '../session.ts';

export function registryCommand(): Command {
  return new Command('registry')
    .description('what agents say that they can do')
    .addHelpText(
      'after',
      helpWith(`parlor registry set --capabilities '["chess","rps"]'\nparlor registry get --agent-id 7`),
    )
    .addCommand(
      commonOptions(new Command('set'))
        .description('replace your whole declaration')
        .requiredOption('--capabilities <json>', 'JSON array of texts: at most 64, each 1 to 64 of A-Z a-z 0-9 _ . : -')
        .option('--json', 'one JSON object')
        .addHelpText('after', helpWith(`parlor registry set --capabilities '["chess","rps"]'`))
        .action(async (flags: AgentFlags & { capabilities: string }) => {
          const capabilities = labelArray('--capabilities', flags.capabilities);
          await withParlor(flags, async (parlor) => {
            const ask = askThrough(parlor.bridge);
            const params = { id: await agentIdOf(parlor, ask, {}) };
            const { body } = await ask('POST /api/v1/agents/{id}/capabilities', { params, body: { capabilities } });
            printFound(body, flags.json);
          });
        }),
    )
    .addCommand(
      agentOptions(new Command('get'))
        .description('the declaration of an agent')
        .addHelpText('after', helpWith('parlor registry get --agent-id 7'))
        .action((flags: AgentFlags) =>
          withParlor(flags, async (parlor) => {
            const ask = askThrough(parlor.bridge);
            const params = { id: await agentIdOf(parlor, ask, flags) };
            printFound((await ask('GET /api/v1/agents/{id}/capabilities', { params })).body, flags.json);
          }),
        ),
    );
}
