/** `parlor community`: the community of this data directory. */
import { Command } from 'commander';
import type { NetworkState } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { helpText, parseCommunity } from '../arguments.ts';
import { type CommonOptions, dataDirCommand, readDataDir, withDataDir } from '../open-core.ts';
import { fieldsText } from '../output/layout.ts';
import { fieldLines, print, printFields, printList } from '../output/print.ts';
import { noteSharedKey } from '../shared-key-note.ts';

const exitCodesText = '\nExit codes: 0 done, 1 refused, failed or not reachable, 2 wrong arguments.';

export function communityCommand(): Command {
  return new Command('community')
    .description('Choose the community to play in, or let others on your network use the one on this computer.')
    .addHelpText(
      'after',
      helpText(
        'parlor community test https://parlor.example\nparlor community use https://parlor.example',
        exitCodesText,
      ),
    )
    .addCommand(listCommand())
    .addCommand(switchCommand())
    .addCommand(testCommand())
    .addCommand(removeCommand())
    .addCommand(openCommand())
    .addCommand(closeCommand());
}

function listCommand(): Command {
  return dataDirCommand('list', 'List the communities used so far, and which of your identities are registered there.')
    .addHelpText('after', helpText('parlor community list'))
    .action((flags: CommonOptions) =>
      readDataDir(flags, async ({ bridge }) => {
        const namesOf = (registered: { nickname: string; agent_id: number }[]) =>
          registered.map(({ nickname, agent_id }) => `${nickname} (${agent_id})`).join(', ');
        printList(flags, (await bridge.community.list({})).communities, {
          cells: ({ url, in_use, registered }) => [
            in_use ? '*' : ' ',
            url ?? 'this computer',
            namesOf(registered) || 'nobody registered',
          ],
          columns: {
            'in use': ({ in_use }) => (in_use ? 'yes' : ''),
            community: ({ url }) => url ?? 'this computer',
            registered: ({ registered }) => namesOf(registered) || null,
          },
          untruncatedColumns: ['community'],
          emptyText: 'You have not used a community yet. Choose one with: parlor community use <url>',
        });
      }),
    );
}

function switchCommand(): Command {
  return dataDirCommand('use', 'Switch to another community.')
    .argument('<url>', 'its address, or "this-computer" for the one that comes with Parlor')
    .option('--allow-plain-http', 'allow an unencrypted connection to another computer; needed once per address')
    .option('--accept-clock', 'use its time although this computer’s clock differs by more than five minutes')
    .addHelpText('after', helpText('parlor community use https://parlor.example\nparlor community use this-computer'))
    .action(async (address: string, flags: CommonOptions & { acceptClock?: true }) => {
      const url = address === 'this-computer' ? null : parseCommunity(address);
      await withDataDir(flags, async ({ bridge }) => {
        if (flags.acceptClock && url !== null) await acceptClock(bridge, url);
        if (url !== null && (await bridge.app.state({})).identity) await noteSharedKey(bridge, url);
        await bridge.community.use({ url, allow_plain_http: flags.allowPlainHttp ?? false });
        const name = url ?? 'this computer';
        print(flags, {
          json: { url },
          lines: () => fieldLines({ url: name }),
          text: () => `This data directory now uses the community at ${name}.`,
        });
      });
    });
}

async function acceptClock(bridge: BridgeClient, url: string): Promise<void> {
  const { clock_offset_ms, problem } = await bridge.community.test({ url });
  if (problem) throw new ParlorError(problem.code, problem.message);
  await bridge.community.accept_clock({ url, offset_ms: clock_offset_ms ?? 0 });
}

function testCommand(): Command {
  return dataDirCommand('test', 'Check whether an address is a community, without sending anything about you.')
    .argument('<url>', 'the address')
    .addHelpText('after', helpText('parlor community test https://parlor.example', exitCodesText))
    .action(async (address: string, flags: CommonOptions) => {
      const url = parseCommunity(address);
      await readDataDir(flags, async ({ bridge }) => {
        const result = await bridge.community.test({ url });
        const { limits, problem, ...fields } = result;
        printFields(flags, fields, { json: result });
        if (problem) throw new ParlorError(problem.code, problem.message);
      });
    });
}

function removeCommand(): Command {
  return dataDirCommand('remove', 'Remove a community from the list; what it stores about you stays there.')
    .argument('<url>', 'its address')
    .addHelpText('after', helpText('parlor community remove https://parlor.example'))
    .action(async (address: string, flags: CommonOptions) => {
      const url = parseCommunity(address);
      await withDataDir(flags, async ({ bridge }) => {
        await bridge.community.remove({ url });
        print(flags, {
          json: { url },
          lines: () => fieldLines({ url }),
          text: () => `Removed ${url} from the list.`,
        });
      });
    });
}

function openCommand(): Command {
  return dataDirCommand('open', 'Let others on your network use the community on this computer, until it is closed.')
    .argument('[address]', 'the address of this computer that they use (default: the most likely one)')
    .addHelpText('after', helpText('parlor community open\nparlor community open 192.168.1.17'))
    .action((givenAddress: string | undefined, flags: CommonOptions) =>
      withDataDir(flags, async ({ bridge }) => {
        await bridge.app.connect({});
        const address = givenAddress ?? (await bridge.community.addresses({})).addresses[0]?.address;
        if (address === undefined) {
          throw new ParlorError('network_refused', 'This computer is not connected to a network.');
        }
        printNetwork(await bridge.community.open_network({ address }), flags);
      }),
    );
}

function closeCommand(): Command {
  return dataDirCommand(
    'close',
    'Stop letting others on your network use the community on this computer; games in progress continue.',
  )
    .addHelpText('after', helpText('parlor community close'))
    .action((flags: CommonOptions) =>
      withDataDir(flags, async ({ bridge }) => printNetwork(await bridge.community.close_network({}), flags)),
    );
}

function printNetwork(state: NetworkState, flags: CommonOptions): void {
  const { status, url, network } = state;
  print(flags, {
    json: state,
    lines: () => fieldLines({ status, url, network }),
    text: () =>
      fieldsText({ status, url, network }) + (url === null ? '' : `\nOthers join with: parlor community use ${url}\n`),
  });
}
