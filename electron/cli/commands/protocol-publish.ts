/** `parlor protocol publish`: runs every step of publishing a folder. */

import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { inBackground } from '../../../shared/background.ts';
import {
  type GovernanceOverrides,
  isSpecNote,
  type PublicationView,
  type PublishStep,
} from '../../../shared/bridge/contract.ts';
import { helpText, parseHex64, parseLabels } from '../arguments.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { printFields } from '../output/print.ts';
import { problemText } from '../output/problems.ts';
import { withProgress } from '../output/progress.ts';
import { writeError } from '../output/terminal.ts';

interface Flags extends CommonOptions {
  family?: string;
  status?: 'experimental' | 'active' | 'deprecated';
  parentProtocolId?: string;
  capabilities?: string;
  tags?: string;
  reason?: string;
  skipPreflight?: true;
}

export function publishCommand(): Command {
  return commonOptions(new Command('publish'))
    .description('Publish a folder: its spec, governance and board. Safe to repeat; continues after a failure.')
    .argument('[folder]', 'folder with spec.json, and hooks.js and ui/ if present', '.')
    .option('--family <family>', 'its family (default: the one in the spec)')
    .addOption(
      new Option('--status <status>', 'its status (default: experimental)').choices([
        'experimental',
        'active',
        'deprecated',
      ]),
    )
    .option(
      '--parent-protocol-id <id>',
      'the protocol of the same family that it is derived from (default: the nearest)',
    )
    .option('--capabilities <json>', 'JSON array of strings (default: those in the spec)')
    .option('--tags <json>', 'JSON array of strings (default: those in the spec)')
    .option('--reason <text>', 'why another protocol is needed')
    .option('--skip-preflight', 'publish even if it adds nothing to a protocol that already exists')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      helpText('parlor protocol publish .\nparlor protocol publish ./duel --status active --tags \'["quick"]\''),
    )
    .action(async (folder: string, flags: Flags) => {
      const governance = governanceOverrides(flags);
      const uiFolder = join(resolve(folder), 'ui');
      const request = {
        publication_id: randomUUID(),
        spec_path: join(resolve(folder), 'spec.json'),
        ui_dir: (await stat(uiFolder).catch(() => null))?.isDirectory() ? uiFolder : null,
        governance,
        ...(flags.skipPreflight && { skip_preflight: true }),
      };
      await withParlor(flags, async ({ bridge }) => {
        const { publication_id } = request;
        // The publication may run in another process, which does not receive this signal.
        const cancel = () => inBackground('publication', bridge.publishing.cancel({ publication_id }));
        process.once('SIGINT', cancel);
        const publication = await withProgress('Publishing', async (showDetail) => {
          const unsubscribe = bridge.publishing.on('changed', (update) => {
            if (update.publication_id === publication_id) showDetail(progressText(update));
          });
          return bridge.publishing.run(request).finally(unsubscribe);
        }).finally(() => process.off('SIGINT', cancel));
        printPublication(flags, folder, publication);
      });
    });
}

function governanceOverrides(flags: Flags): GovernanceOverrides {
  const { family, status, parentProtocolId, capabilities, tags, reason } = flags;
  return {
    ...(family !== undefined && { family }),
    ...(status !== undefined && { status }),
    ...(parentProtocolId !== undefined && { parent_protocol_id: parseHex64('--parent-protocol-id', parentProtocolId) }),
    ...(capabilities !== undefined && { capabilities: parseLabels('--capabilities', capabilities) }),
    ...(tags !== undefined && { tags: parseLabels('--tags', tags) }),
    ...(reason !== undefined && { created_reason: reason }),
  };
}

const stepTexts: Record<PublishStep, string> = {
  check: 'checking the files',
  compare: 'comparing with the community',
  register: 'registering the spec',
  governance: 'declaring family and status',
  files: 'sending the board',
  verify: 'reading it back',
  hooks: 'storing the hooks',
};

function progressText({ steps, files }: PublicationView): string {
  const step = steps.find(({ state }) => state === 'working')?.step;
  if (!step) return '';
  const sentCount = files.filter(({ state }) => state === 'sent').length;
  return step === 'files' ? `${stepTexts.files}, ${sentCount} of ${files.length} files` : stepTexts[step];
}

const hooksTexts = {
  stored: 'stored',
  missing: 'there is no hooks.js',
  unfinished: 'not finished, so no table can be opened yet',
  bundled: 'those that come with Parlor',
} as const;

/** The members that describe a published board; none if there is no board. */
export const boardFields = (board: NonNullable<PublicationView['result']>['board']) =>
  board && {
    ui_manifest_hash: board.manifest_hash,
    ui_files: board.files,
    ui_size_bytes: board.size_bytes,
    ui_status: board.idempotent ? 'published before' : 'published',
  };

function printPublication(flags: Flags, folder: string, view: PublicationView): void {
  const { result, comparison, governance, registered, problems } = view;
  if (!result) return;
  const { protocol_id, name, fresh, board, hooks } = result;
  if (!flags.json) {
    writeError(problems.filter(isSpecNote).map(problemText).join(''));
    // The window asks for it before it publishes; a script has decided already.
    if (hooks === 'stored')
      writeError(
        `Publishing looks for no holes in the player code. Do: parlor protocol test ${folder} --adversarial\n`,
      );
  }
  const status = fresh ? 'registered' : 'already_exists';
  const declaredGovernance = registered === 'foreign' ? null : governance;
  printFields(
    flags,
    {
      protocol_id,
      name,
      status,
      classification: comparison?.classification ?? null,
      family: declaredGovernance?.family ?? null,
      governance: declaredGovernance?.family ? declaredGovernance.status : null,
      ...boardFields(board),
      hooks: hooksTexts[hooks],
    },
    {
      json: { protocol_id, name, status, comparison, governance: declaredGovernance, ui: board, hooks },
      ...(hooks === 'stored' && { nextStep: `Open a table of it with: parlor host --protocol ${protocol_id}` }),
    },
  );
}
