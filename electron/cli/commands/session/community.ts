/** A session as the community has it: get, status, transport-get, transport-update. */
import { Command, Option } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { askThrough } from '../../ask.ts';
import { type CommonOptions, commonOptions, withParlor } from '../../session.ts';

type Flags = CommonOptions & { json?: true };

const sessionCommand = (name: string, description: string) =>
  commonOptions(new Command(name))
    .description(description)
    .argument('<session_id>', '64 hex digits', checked)
    .option('--json', 'one JSON object');

export const getCommand = () =>
  sessionCommand('get', 'show a session as the community has it').action((session_id: string, flags: Flags) =>
    withParlor(flags, async ({ bridge }) => {
      const ask = askThrough(bridge);
      show(flags, (await ask('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body);
    }),
  );

interface StatusFlags extends Flags {
  status: 'closed' | 'failed' | 'cancelled';
  reason?: string;
}

export const statusCommand = () =>
  sessionCommand('status', 'tell the community how a session ended')
    .addOption(
      new Option('--status <status>', 'what it is from now on')
        .choices(['closed', 'failed', 'cancelled'])
        .makeOptionMandatory(),
    )
    .option('--reason <text>', 'a few words why')
    .action((session_id: string, flags: StatusFlags) =>
      withParlor(flags, async ({ bridge }) => {
        const { status, reason } = flags;
        const { body } = await askThrough(bridge)('POST /api/v1/sessions/{session_id}/status', {
          params: { session_id },
          body: { status, ...(reason === undefined ? {} : { reason }) },
        });
        show(flags, body);
      }),
    );

export const transportGetCommand = () =>
  sessionCommand('transport-get', 'show where the host of a session is now').action(
    (session_id: string, flags: Flags) =>
      withParlor(flags, async ({ bridge }) => {
        const path = 'GET /api/v1/sessions/{session_id}/transport';
        show(flags, (await askThrough(bridge)(path, { params: { session_id } })).body);
      }),
  );

export const transportUpdateCommand = () =>
  sessionCommand('transport-update', 'sign and publish another ticket for a session of yours as host')
    .requiredOption('--iroh-ticket <ticket>', 'the new ticket')
    .action((session_id: string, flags: Flags & { irohTicket: string }) =>
      withParlor(flags, async ({ bridge }) => {
        const { irohTicket: iroh_ticket } = flags;
        await bridge.tables.move_session({ session_id: session_id, iroh_ticket });
        show(flags, { session_id, iroh_ticket });
      }),
    );

function checked(session_id: string): string {
  if (/^[0-9a-f]{64}$/.test(session_id)) return session_id;
  throw new ParlorError('bad_arguments', `"${session_id}" is not the id of a session: 64 lower-case hex digits.`);
}

/** An object as lines `key: value`, or as it is. */
export function show({ json }: { json?: true }, value: object): void {
  if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
  else {
    for (const [key, each] of Object.entries(value))
      process.stdout.write(`${key}: ${typeof each === 'string' ? each : JSON.stringify(each)}\n`);
  }
}
