/** `parlor contacts`: the people this identity knows, what it notes about them, and whom it keeps away. */
import { Command } from 'commander';
import type { Contact } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpWith, key } from '../arguments.ts';
import { printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';

interface Flags extends CommonOptions {
  json?: true;
}
type Bridge = Parameters<Parameters<typeof withParlor>[1]>[0]['bridge'];

export function contactsCommand(): Command {
  return new Command('contacts')
    .description('people you know, with a name and notes of yours, and people you keep away')
    .addHelpText('after', helpWith('parlor contacts set 1f0c…e2 --name "Tide"\nparlor contacts block 1f0c…e2'))
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(
      changing('block', 'keep a person away: their signed letters and tables are hidden, and they can not join yours', {
        blocked: true,
      }),
    )
    .addCommand(changing('unblock', 'let a blocked person in again', { blocked: false }))
    .addCommand(removeCommand());
}

const subcommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'one JSON object');
const aboutOne = (name: string, description: string): Command =>
  subcommand(name, description).argument('<key>', 'public key, 64 hex digits');

function listCommand(): Command {
  return subcommand('list', 'everybody you know, by name').action((flags: Flags) =>
    withParlor(flags, async ({ bridge }) => {
      const { contacts } = await bridge.inbox.list({});
      if (flags.json) return printJson({ contacts });
      for (const { public_key, name, notes, blocked } of contacts) {
        printRow([public_key, name, blocked ? 'blocked' : '-', notes]);
      }
    }),
  );
}

function setCommand(): Command {
  return aboutOne('set', 'add a contact, or change one; what is not given stays')
    .option('--name <text>', 'what you call them, at most 64 characters')
    .option('--notes <text>', 'for you alone, at most 2000 characters')
    .addHelpText('after', helpWith('parlor contacts set 1f0c…e2 --name "Tide" --notes "plays slowly"'))
    .action(async (text: string, flags: Flags & { name?: string; notes?: string }) => {
      const { name, notes } = flags;
      if (name !== undefined && name.length > 64) throw new ParlorError('bad_arguments', '--name is too long.');
      if (notes !== undefined && notes.length > 2000) throw new ParlorError('bad_arguments', '--notes is too long.');
      await change(key('<key>', text), flags, {
        ...(name === undefined ? {} : { name }),
        ...(notes === undefined ? {} : { notes }),
      });
    });
}

const changing = (command: string, description: string, to: Partial<Contact>): Command =>
  aboutOne(command, description).action((text: string, flags: Flags) => change(key('<key>', text), flags, to));

function removeCommand(): Command {
  return aboutOne('remove', 'forget a contact with its notes; a block goes with it').action(
    async (text: string, flags: Flags) => {
      const public_key = key('<key>', text);
      await withParlor(flags, async ({ bridge }) => {
        if (!(await known(bridge, public_key))) throw new ParlorError('not_found', 'There is no such contact.');
        await bridge.inbox.remove_contact({ public_key });
        if (flags.json) printJson({ removed: public_key });
        else process.stdout.write(`removed: ${public_key}\n`);
      });
    },
  );
}

const known = async (bridge: Bridge, public_key: string): Promise<Contact | undefined> =>
  (await bridge.inbox.list({})).contacts.find((each) => each.public_key === public_key);

async function change(public_key: string, flags: Flags, to: Partial<Contact>): Promise<void> {
  await withParlor(flags, async ({ bridge }) => {
    const before = await known(bridge, public_key);
    const contact = { public_key, name: '', notes: '', blocked: false, ...before, ...to };
    await bridge.inbox.set_contact(contact);
    if (flags.json) printJson(contact);
    else printRow([public_key, contact.name, contact.blocked ? 'blocked' : '-', contact.notes]);
  });
}
