/** `parlor host`: posts an invitation and plays the host's seat. */
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { HostedTable, InvitationTerms } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import { nullIfNotFound } from '../../community/client.ts';
import { readSpecFile } from '../../library/spec-file.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { specFile, specNotes } from '../../studio/validate.ts';
import { helpText, parseHex64, parseJsonObject, parseText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { commonOptions } from '../open-core.ts';
import { logLine } from '../output/terminal.ts';
import { type PlayFlags, parseMilliseconds, playOptions, readPlayOptions } from '../play-flags.ts';
import { playAsHost } from '../play-table.ts';
import { runSeat } from '../run-seat.ts';

interface HostFlags extends PlayFlags {
  protocol?: string;
  protocolDir?: string;
  options?: string;
  message?: string;
  shareUi?: true;
  premoves: boolean;
  rated: boolean;
  invitationTtlMinutes: string;
  invitationRenew: boolean;
  visibility?: 'listed' | 'unlisted';
  forKey?: string;
}

export function hostCommand(): Command {
  return playOptions(commonOptions(new Command('host')))
    .description('Open a table and play with the first guest who joins.')
    .argument('[extra_args...]', 'arguments for the hooks, if the protocol’s decisions are manual')
    .option('--protocol <id>', 'protocol id, or the name of a bundled protocol such as connect-four')
    .option('--protocol-dir <dir>', 'folder of your own protocol instead: spec.json, hooks.js and optionally ui/')
    .option('--options <json>', 'options of the table; only those that the protocol defines')
    .option('--message <text>', 'text to show in the lobby')
    .option('--invitation-ttl-minutes <n>', 'minutes for which an unanswered invitation is renewed', '30')
    .option('--no-invitation-renew', 'let the invitation expire after five minutes')
    .addOption(
      new Option(
        '--visibility <who>',
        'whether the lobby lists the table; an unlisted one is found only by its id',
      ).choices(['listed', 'unlisted']),
    )
    .option('--for-key <public_key>', 'only the agent with this key may join')
    .option('--no-premoves', 'let neither side choose moves ahead')
    .option('--no-rated', 'play without points: neither side reports who won')
    .option(
      '--share-ui',
      'offer your board to a guest who has none; with --protocol-dir and --for-key, ask that agent to test it',
    )
    .addHelpText(
      'after',
      helpText(
        `parlor host --protocol connect-four --control-mode human
parlor host --protocol connect-four --control-mode autonomous
parlor host --protocol-dir ./my-game --options '{"best_of": 3}' --daemon`,
        '\nExit codes: 0 played to the end, or withdrawn by Ctrl+C; 1 refused or failed; 2 wrong arguments.',
      ),
    )
    .action(async (extra_args: string[], flags: HostFlags) => {
      if ((flags.protocol === undefined) === (flags.protocolDir === undefined))
        throw new ParlorError('bad_arguments', 'Choose what to play with either --protocol or --protocol-dir.');
      const invitation: InvitationTerms = {
        ...readPlayOptions(flags),
        share_ui: flags.shareUi ?? false,
        ...(flags.premoves ? {} : { no_premoves: true }),
        ...(flags.rated ? {} : { unrated: true }),
        renew_ms: flags.invitationRenew
          ? parseMilliseconds('--invitation-ttl-minutes', flags.invitationTtlMinutes, 'minutes', 60_000)
          : 0,
        ...(extra_args.length === 0 ? {} : { extra_args }),
        ...(flags.options === undefined ? {} : { options: parseJsonObject('--options', flags.options) }),
        ...(flags.message === undefined
          ? {}
          : { message: parseText('--message', flags.message, limits.invitation_message_characters) }),
        ...(flags.visibility === undefined ? {} : { visibility: flags.visibility }),
        ...(flags.forKey === undefined ? {} : { for_public_key: parseHex64('--for-key', flags.forKey) }),
      };
      if (flags.protocolDir !== undefined && flags.daemonDir === undefined) await noteCodeOnly(flags.protocolDir);
      return runSeat({
        role: 'host',
        flags,
        post_id: null,
        play: (parlor, output, stop) =>
          playAsHost(
            parlor,
            () =>
              flags.protocolDir === undefined
                ? parlor.bridge.tables.host({ ...invitation, protocol: flags.protocol! })
                : hostFolder(parlor.bridge, { ...invitation, folder: resolve(flags.protocolDir) }),
            output,
            stop,
          ),
      });
    });
}

async function hostFolder(bridge: BridgeClient, request: InvitationTerms & { folder: string }): Promise<HostedTable> {
  const hosted = await bridge.tables.host_folder(request);
  const note = await unregisteredNote(bridge, hosted.protocol_id, request.folder).catch(() => null);
  if (note !== null) logLine(note);
  return hosted;
}

/** A note for the host if the community doesn't have the rules; null if it has them. */
export async function unregisteredNote(
  bridge: BridgeClient,
  protocol_id: string,
  folder: string,
): Promise<string | null> {
  const call = createCommunityCall(bridge);
  if (await call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } }).catch(nullIfNotFound)) return null;
  return `Only people who have these rules can join, since the community doesn't. Publish them with: parlor protocol publish ${folder}`;
}

/** Notes that guests need player code. Opening the table reports whatever else is wrong with the folder. */
async function noteCodeOnly(folder: string): Promise<void> {
  const text = await readSpecFile(join(folder, specFile)).catch(() => null);
  const notes = text === null ? [] : specNotes(text, readSpec(text).spec);
  for (const { kind, message } of notes) if (kind === 'spec_code_only') logLine(message);
}
