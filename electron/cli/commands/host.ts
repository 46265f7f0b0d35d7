import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Invite } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import { runSeat } from '../play.ts';
import { milliseconds, type PlayFlags, playOptions, readPlayOptions } from '../play-flags.ts';
import { hostSeat } from '../seat.ts';
import { commonOptions } from '../session.ts';

interface HostFlags extends PlayFlags {
  protocol?: string;
  protocolDir?: string;
  options?: string;
  message?: string;
  shareUi?: true;
  invitationTtlMinutes: string;
  invitationRenew: boolean;
  visibility?: 'listed' | 'unlisted';
  forKey?: string;
}

export function hostCommand(): Command {
  return playOptions(commonOptions(new Command('host')))
    .description('open a table and play whoever joins')
    .argument('[extra_args...]', 'words for the hooks, only where the protocol’s decisions are manual')
    .option('--protocol <id>', 'protocol id, or the name of a bundled one such as connect-four')
    .option('--protocol-dir <dir>', 'your own folder instead: spec.json, hooks.js and, where you have one, ui/')
    .option('--options <json>', 'the table’s options')
    .option('--message <text>', 'words shown in the lobby')
    .option('--invitation-ttl-minutes <n>', 'how long the invitation is renewed while nobody comes', '30')
    .option('--no-invitation-renew', 'let it run out after its first five minutes')
    .addOption(
      new Option('--visibility <who>', 'an unlisted table is found by its id only').choices(['listed', 'unlisted']),
    )
    .option('--for-key <public_key>', 'only this key may join')
    .option('--share-ui', 'give this board to a guest that has none and takes it')
    .addHelpText(
      'after',
      `
Examples:
  parlor host --protocol connect-four --control-mode autonomous
  parlor host --protocol-dir ./my-game --options '{"best_of": 3}' --daemon

Exit codes: 0 played to its end, or withdrawn by Ctrl+C; 1 refused or failed; 2 wrong arguments.`,
    )
    .action((extra_args: string[], flags: HostFlags) => {
      if ((flags.protocol === undefined) === (flags.protocolDir === undefined))
        throw new ParlorError('bad_arguments', 'Say which game: either --protocol or --protocol-dir.');
      const invite: Invite = {
        ...readPlayOptions(flags),
        share_ui: flags.shareUi ?? false,
        renew_ms: flags.invitationRenew
          ? milliseconds('--invitation-ttl-minutes', flags.invitationTtlMinutes, 'minutes', 60_000)
          : 0,
        ...(extra_args.length === 0 ? {} : { extra_args }),
        ...(flags.options === undefined ? {} : { options: readOptions(flags.options) }),
        ...(flags.message === undefined ? {} : { message: flags.message }),
        ...(flags.visibility === undefined ? {} : { visibility: flags.visibility }),
        ...(flags.forKey === undefined ? {} : { for_public_key: readKey(flags.forKey) }),
      };
      return runSeat({
        role: 'host',
        flags,
        post_id: null,
        play: (parlor, teller, stop) =>
          hostSeat(
            parlor,
            () =>
              flags.protocolDir === undefined
                ? parlor.bridge.tables.host({ ...invite, protocol: flags.protocol! })
                : parlor.bridge.tables.host_folder({ ...invite, folder: resolve(flags.protocolDir) }),
            teller,
            stop,
          ),
      });
    });
}

function readKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new ParlorError('bad_arguments', '--for-key wants a public key: 64 lower-case hex digits.');
}

function readOptions(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below, with what would be right.
  }
  throw new ParlorError('bad_arguments', '--options wants a JSON object, e.g. {"best_of": 3}.');
}
