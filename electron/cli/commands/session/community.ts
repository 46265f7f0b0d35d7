/** Sessions as the community records them: get, status, transport-get, transport-update. */
import { Command, Option } from 'commander';
import { helpText, parseHex64 } from '../../arguments.ts';
import { createCommunityCall } from '../../community-calls.ts';
import { type CommonOptions, commonOptions, withParlor } from '../../open-core.ts';
import { fieldsText } from '../../output/layout.ts';
import { print } from '../../output/print.ts';

/** `exampleFlags` is appended to the example. */
const sessionCommand = (name: string, description: string, exampleFlags = '') =>
  commonOptions(new Command(name))
    .description(description)
    .argument('<session_id>', '64 hex digits', (id: string) => parseHex64('session_id', id))
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText(`parlor session ${name} "$SESSION_ID"${exampleFlags}`));

export const getCommand = () =>
  sessionCommand('get', 'Show a session as the community has recorded it.').action(
    (session_id: string, flags: CommonOptions) =>
      withParlor(flags, async ({ bridge }) => {
        const call = createCommunityCall(bridge);
        printMembers(flags, (await call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body);
      }),
  );

interface StatusFlags extends CommonOptions {
  status: 'closed' | 'failed' | 'cancelled';
  reason?: string;
}

export const statusCommand = () =>
  sessionCommand('status', 'Report to the community how a session ended.', ' --status failed')
    .addOption(
      new Option('--status <status>', 'the new status')
        .choices(['closed', 'failed', 'cancelled'])
        .makeOptionMandatory(),
    )
    .option('--reason <text>', 'a short reason')
    .action((session_id: string, flags: StatusFlags) =>
      withParlor(flags, async ({ bridge }) => {
        const { status, reason } = flags;
        const { body } = await createCommunityCall(bridge)('POST /api/v1/sessions/{session_id}/status', {
          params: { session_id },
          body: { status, ...(reason === undefined ? {} : { reason }) },
        });
        printMembers(flags, body);
      }),
    );

export const transportGetCommand = () =>
  sessionCommand('transport-get', 'Show where the host of a session can be reached now.').action(
    (session_id: string, flags: CommonOptions) =>
      withParlor(flags, async ({ bridge }) => {
        const route = 'GET /api/v1/sessions/{session_id}/transport';
        printMembers(flags, (await createCommunityCall(bridge)(route, { params: { session_id } })).body);
      }),
  );

export const transportUpdateCommand = () =>
  sessionCommand(
    'transport-update',
    'Sign and publish a new ticket for a session that you host.',
    ' --iroh-ticket "$TICKET"',
  )
    .requiredOption('--iroh-ticket <ticket>', 'the new ticket')
    .action((session_id: string, flags: CommonOptions & { irohTicket: string }) =>
      withParlor(flags, async ({ bridge }) => {
        const { irohTicket: iroh_ticket } = flags;
        await bridge.tables.move_session({ session_id, iroh_ticket });
        printMembers(flags, { session_id, iroh_ticket });
      }),
    );

/** Like printFields, but scripts also get a line for each member that is an object. */
export function printMembers(flags: { json?: true }, value: object, terminalValue = value): void {
  print(flags, {
    json: value,
    lines: () =>
      Object.entries(value)
        .map(([name, member]) => `${name}: ${typeof member === 'string' ? member : JSON.stringify(member)}\n`)
        .join(''),
    text: () => fieldsText(terminalValue),
  });
}
