/** `parlor contacts`: private names and notes for people, and blocks. */
import { Command } from 'commander';
import { type Contact, contactLimits } from '../../../shared/bridge/contract.ts';
import type { OwnComplaint } from '../../../shared/community/order-shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText, parseHex64 } from '../arguments.ts';
import { type CommonOptions, commonCommand, type Parlor, withKey, withParlor } from '../open-core.ts';
import { fieldsText } from '../output/layout.ts';
import { fieldLines, print, printList, rowLine } from '../output/print.ts';

export function contactsCommand(): Command {
  return new Command('contacts')
    .description('Keep names and notes for people you know, and block people.')
    .addHelpText('after', helpText('parlor contacts set "$KEY" --name "Tide"\nparlor contacts block "$KEY"'))
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(blockCommand())
    .addCommand(unblockCommand())
    .addCommand(removeCommand())
    .addCommand(reportsCommand());
}

const contactCommand = (name: string, description: string): Command =>
  commonCommand(name, description).argument('<key>', 'public key, 64 hex digits');

const contactCells = ({ public_key, name, blocked, notes }: Contact) => [
  public_key,
  name,
  blocked ? 'blocked' : '-',
  notes,
];

function listCommand(): Command {
  return commonCommand('list', 'List your contacts by name.')
    .addHelpText('after', helpText('parlor contacts list'))
    .action((flags: CommonOptions) =>
      withKey(flags, async ({ bridge }) => {
        const contacts: Contact[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await bridge.inbox.list({ of: 'contacts', ...(cursor === undefined ? {} : { cursor }) });
          contacts.push(...page.contacts);
          cursor = page.next.contacts;
        }
        printList(flags, contacts, {
          json: { contacts },
          cells: contactCells,
          columns: {
            name: ({ name }) => name || null,
            blocked: ({ blocked }) => (blocked ? 'yes' : null),
            notes: ({ notes }) => notes || null,
            key: ({ public_key }) => public_key,
          },
          emptyText: 'You have no contacts yet. Add one with: parlor contacts set <key> --name <name>',
        });
      }),
    );
}

function reportsCommand(): Command {
  return commonCommand('reports', 'List your reports to the operators of the community, and what became of them.')
    .addHelpText('after', helpText('parlor contacts reports'))
    .action((flags: CommonOptions) =>
      withParlor(flags, async ({ bridge }) => {
        const { complaints } = await bridge.complaints.list({});
        const outcomeOf = ({ state, outcome }: OwnComplaint) => (state === 'open' ? 'open' : (outcome ?? 'resolved'));
        printList(flags, complaints, {
          json: { reports: complaints },
          cells: (complaint) => [
            complaint.created_at,
            outcomeOf(complaint),
            complaint.reason,
            complaint.about,
            complaint.public_key,
            complaint.answer ?? '-',
          ],
          columns: {
            reported: ({ created_at }) => created_at.slice(0, 10),
            outcome: outcomeOf,
            reason: ({ reason }) => reason,
            about: ({ about }) => about,
            person: ({ nickname }) => nickname,
            answer: ({ answer }) => answer,
          },
          emptyText: 'You have reported nobody.',
        });
      }),
    );
}

function setCommand(): Command {
  return contactCommand('set', 'Add a contact, or change its name or notes; omitted fields are unchanged.')
    .option('--name <text>', `your name for the person, at most ${contactLimits.name} characters`)
    .option('--notes <text>', `private notes, at most ${contactLimits.notes} characters`)
    .addHelpText('after', helpText('parlor contacts set "$KEY" --name "Tide" --notes "plays slowly"'))
    .action(async (keyText: string, flags: CommonOptions & { name?: string; notes?: string }) => {
      const { name, notes } = flags;
      if (name !== undefined && name.length > contactLimits.name)
        throw new ParlorError('bad_arguments', '--name is too long.');
      if (notes !== undefined && notes.length > contactLimits.notes)
        throw new ParlorError('bad_arguments', '--notes is too long.');
      const changes = { ...(name === undefined ? {} : { name }), ...(notes === undefined ? {} : { notes }) };
      await changeContact(parseHex64('<key>', keyText), flags, ({ bridge }, contact) =>
        bridge.inbox.set_contact({ ...contact, ...changes }),
      );
    });
}

const blockCommand = (): Command =>
  contactCommand(
    'block',
    'Block a person: delete their signed messages, end conversations with them, hide their tables and refuse them at yours.',
  )
    .addHelpText('after', helpText('parlor contacts block "$KEY"'))
    .action((keyText: string, flags: CommonOptions) =>
      changeContact(parseHex64('<key>', keyText), flags, async ({ bridge }, { public_key, name }) => {
        await bridge.inbox.block({ public_key, name });
        await bridge.app.connect({});
        // Retried later.
        await bridge.inbox.delete({ ids: [], hidden: true, at_once: true }).catch(() => {});
      }),
    );

const unblockCommand = (): Command =>
  contactCommand('unblock', 'Unblock a person; deleted messages do not come back.')
    .addHelpText('after', helpText('parlor contacts unblock "$KEY"'))
    .action((keyText: string, flags: CommonOptions) =>
      changeContact(parseHex64('<key>', keyText), flags, ({ bridge }, { public_key }) =>
        bridge.inbox.unblock({ public_key }),
      ),
    );

function removeCommand(): Command {
  return contactCommand('remove', 'Remove a contact with its notes; this also unblocks the person.')
    .addHelpText('after', helpText('parlor contacts remove "$KEY"'))
    .action(async (keyText: string, flags: CommonOptions) => {
      const public_key = parseHex64('<key>', keyText);
      await withKey(flags, async ({ bridge }) => {
        if (!(await findContact(bridge, public_key))) throw new ParlorError('not_found', 'There is no such contact.');
        await bridge.inbox.remove_contact({ public_key });
        print(flags, {
          json: { removed: public_key },
          lines: () => fieldLines({ removed: public_key }),
          text: () => 'Removed the contact.',
        });
      });
    });
}

const findContact = async (bridge: Parlor['bridge'], public_key: string): Promise<Contact | null> =>
  (await bridge.inbox.contact({ public_key })).contact;

/** Prints what is known of the person after the change. */
async function changeContact(
  public_key: string,
  flags: CommonOptions,
  change: (parlor: Parlor, contact: Contact) => Promise<unknown>,
): Promise<void> {
  await withKey(flags, async (parlor) => {
    const nobody = { public_key, name: '', notes: '', blocked: false };
    await change(parlor, (await findContact(parlor.bridge, public_key)) ?? nobody);
    const contact = (await findContact(parlor.bridge, public_key)) ?? nobody;
    print(flags, { json: contact, lines: () => rowLine(contactCells(contact)), text: () => fieldsText(contact) });
  });
}
