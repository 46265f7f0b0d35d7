/** Reads a table's record: replay, verify, export. Needs neither a key nor a community. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { firstRecordDifference } from '../../../../shared/tables/record-difference.ts';
import { entryOfKind } from '../../../../shared/tables/record-order.ts';
import type { Proof } from '../../../../shared/tables/record-proof.ts';
import { exportRecord, recordLinesOf, recordMaxBytes } from '../../../../shared/tables/record-text.ts';
import { type RecordedDecision, recordedDecisions } from '../../../../shared/tables/recorded-decisions.ts';
import { recordedSessionId, type Verification, verifyRecord } from '../../../../shared/tables/verify-record.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { readForeignText, refusalOf } from '../../../files/foreign-file.ts';
import { defaultResourcesDir } from '../../../installation.ts';
import { openLibrary } from '../../../library/library.ts';
import { helpText } from '../../arguments.ts';
import { type DataDirFlags, dataDirOptions } from '../../open-core.ts';
import { applyStyle, bold, inlineText, localTime } from '../../output/layout.ts';
import { print, printFields } from '../../output/print.ts';
import { withProgress } from '../../output/progress.ts';
import { printable } from '../../output/terminal.ts';
import { findSavedTable, recordPath } from '../../sessions/saved-tables.ts';

export interface RecordFlags extends DataDirFlags {
  spec?: string;
}

export const recordArgument = 'a record or exported file, or the id of a table, session or invitation on this computer';

export const recordCommand = (name: string, description: string) =>
  dataDirOptions(new Command(name).description(description));

export const replayCommand = () =>
  recordCommand('replay', 'Print everything that happened at a table, from its record.')
    .argument('<record>', recordArgument)
    .addHelpText('after', helpText('parlor session replay "$SESSION_ID"'))
    .action(async (name: string, flags: RecordFlags) => {
      const { text } = await readCopy(name, flags);
      const lines = recordLinesOf(text);
      if (lines.length === 0) throw new ParlorError('malformed_json', `${name} is not the record of a table.`);
      for (const { seq, at, entry } of lines) {
        const ts = new Date(at).toISOString();
        const { kind, ...data } = entry;
        print(flags, {
          json: { seq, ts, type: kind, data },
          lines: () => printable(`${seq} ${ts} ${String(kind)} ${JSON.stringify(data)}`),
          text: () => `${seq}  ${localTime(at)}  ${bold(printable(String(kind)))}  ${inlineText(data)}`,
        });
      }
    });

export const verifyCommand = () =>
  recordCommand(
    'verify',
    'Verify a table’s record offline: its hash chain, its signatures, every message and every commitment.',
  )
    .argument('<record>', recordArgument)
    .argument('[other]', 'another copy of the same table, such as the other side’s, to find the first difference')
    .option(
      '--spec <file>',
      'spec.json of the protocol (default: the one in the export, else the one stored on this computer)',
    )
    .option('--proven', 'require the signatures of both sides under the whole record')
    .addHelpText(
      'after',
      helpText(
        'parlor session verify mine.parlor theirs.parlor',
        '\nExit codes: 0 every record is valid, and two copies have the same messages; 1 a record is forged, altered or incomplete, or the copies differ; 2 wrong arguments; 3 only with --proven: every record is valid, but one was only kept by one side.',
      ),
    )
    .action(async (name: string, otherName: string | undefined, flags: RecordFlags & { proven?: true }) => {
      const copies = [
        await readCopy(name, flags),
        ...(otherName === undefined ? [] : [await readCopy(otherName, flags)]),
      ];
      const printReport = (type: string, data: object, text: string, colour: 'green' | 'red') =>
        print(flags, {
          json: { event: type, ...data },
          lines: () => `${type}: ${printable(text)}`,
          text: () => `${applyStyle(colour, type)}  ${printable(text)}`,
        });
      let allValid = true;
      let allProven = true;
      for (const { name: record, text, spec } of copies) {
        // Several seconds for the longest record that is read.
        const verification = await withProgress('Verifying', async (showDetail) => {
          showDetail(inlineText(record));
          return verifyRecord(text, spec);
        });
        const { findings, peerViolations, session, role, end, frames, openedCount, head } = verification;
        for (const finding of findings)
          printReport('finding', { record, ...finding }, `${record} ${findingText(finding)}`, 'red');
        for (const violation of peerViolations)
          printReport('foul', { record, ...violation }, `${record} ${findingText(violation)}`, 'red');
        const { client, decisions } = recordedDecisions(text);
        for (const decision of decisions)
          printReport('decision', { record, ...decision }, `${record} ${decisionText(decision)}`, 'green');
        const { proof, agreed, concededBy } = verification;
        const verdict = findings.length === 0 ? 'holds' : 'does not hold';
        allValid &&= findings.length === 0;
        allProven &&= proof === 'both_sides';
        const fields = {
          holds: findings.length === 0,
          proof,
          agreed,
          conceded_by: concededBy,
          role,
          session_id: session?.session_id ?? null,
          frames,
          opened: openedCount,
          head,
          end,
          client,
        };
        printReport(
          'record',
          { record, ...fields },
          `${record} ${verdict}: ${frames} messages, ${openedCount} revealed ${openedCount === 1 ? 'hand' : 'hands'}, head ${head ?? '-'}, ${proofText(verification)}`,
          fields.holds ? 'green' : 'red',
        );
      }
      const [first, second] = copies;
      if (first && second) {
        if (recordedSessionId(first.text) !== recordedSessionId(second.text))
          throw new ParlorError('bad_arguments', 'The records belong to different tables.');
        const difference = firstRecordDifference(first.text, second.text);
        allValid &&= difference === null;
        if (difference === null) printReport('same', { same: true }, 'Both copies have the same messages.', 'green');
        else {
          const { frame, direction, lines, frames } = difference;
          const text = `message ${frame} ${direction}, lines ${lines.map((line) => line ?? 'none').join(' and ')}: ${frames.map((text) => text ?? 'nothing').join(' | ')}`;
          printReport('difference', difference, text, 'red');
        }
      }
      if (!allValid) process.exitCode = 1;
      else if (flags.proven && !allProven) process.exitCode = 3;
    });

export const exportCommand = () =>
  recordCommand('export', 'Export a table’s record and its rules to one file that anyone can verify.')
    .argument('<id>', 'id of the table, its session or its invitation')
    .requiredOption('--out <file>', 'the file; an existing file is never replaced')
    .addHelpText('after', helpText('parlor session export "$SESSION_ID" --out mine.parlor'))
    .action(async (id: string, flags: RecordFlags & { out: string }) => {
      const { text, spec } = await readCopy(id, flags);
      if (spec === null)
        throw new ParlorError('protocol_missing', 'The rules of this table are not stored on this computer.');
      await writeFile(flags.out, exportRecord(text, spec), { flag: 'wx', mode: 0o600 }).catch(
        (error: NodeJS.ErrnoException) => {
          throw new ParlorError('bad_arguments', `${flags.out} cannot be written (${error.code}).`);
        },
      );
      const { proof, agreed } = verifyRecord(text, spec);
      printFields(flags, { out: flags.out, proof, agreed });
    });

const proofTexts: Record<Proof, string> = {
  both_sides: 'proven by both sides',
  one_side: 'kept by one side',
  incomplete: 'incomplete',
  forged: 'forged or altered',
};

function proofText({ proof, agreed, concededBy }: Pick<Verification, 'proof' | 'agreed' | 'concededBy'>): string {
  const unsigned = [...(agreed.order ? [] : ['the order of messages']), ...(agreed.reason ? [] : ['the reason'])];
  const except = proof === 'both_sides' && unsigned.length > 0 ? ` except ${unsigned.join(' and ')}` : '';
  return `${proofTexts[proof]}${except}${concededBy === null ? '' : `, concession signed by the ${concededBy}`}`;
}

/** A decision as the record claims it: the hash chain protects it from changes, but nothing proves it. */
const decisionText = ({ line, key, value, origin, proposal, proposer, reason }: RecordedDecision) =>
  [
    `line ${line} ${key} = ${JSON.stringify(value)}`,
    `by ${origin}`,
    ...(proposal === null ? [] : [`instead of ${JSON.stringify(proposal)}`]),
    ...(proposer === null ? [] : [`proposed by the ${proposer}`]),
    ...(reason === null ? [] : [`because ${JSON.stringify(reason)}`]),
  ].join(', ');

const findingText = ({ code, line, message }: { code: string; line: number | null; message: string }) =>
  `${line === null ? '' : `line ${line} `}${code}: ${message}`;

/** The file of that name, or else the saved record of that table, with its spec if known. */
export async function readCopy(
  name: string,
  { dataDir, spec }: RecordFlags,
): Promise<{ name: string; text: string; spec: string | null }> {
  const explicitSpec = spec === undefined ? null : await readText(spec);
  const file = await readForeignText(name, { maxBytes: recordMaxBytes }).catch((error: unknown) => {
    if (refusalOf(error) === null || refusalOf(error) === 'refused_folder') return null;
    throw error;
  });
  if (file !== null)
    return { name, text: file, spec: explicitSpec ?? (await readStoredSpec(dataDir, protocolOf(file))) };
  const folder = chooseDataDir(dataDir, process.env);
  const { table_id, facts } = await findSavedTable(folder, name);
  const text = await readText(recordPath(folder, table_id));
  return { name, text, spec: explicitSpec ?? (await readStoredSpec(dataDir, facts.table.protocol.protocol_id)) };
}

async function readStoredSpec(dataDir: string | undefined, protocol_id: string | null): Promise<string | null> {
  if (protocol_id === null) return null;
  const library = await openLibrary({
    resourcesDir: defaultResourcesDir(),
    dataDir: chooseDataDir(dataDir, process.env),
  });
  return library.get(protocol_id)?.specText ?? null;
}

export function protocolOf(text: string): string | null {
  const session = entryOfKind(recordLinesOf(text), 'session');
  return session ? String(session.protocol_id) : null;
}

function readText(path: string): Promise<string> {
  return readForeignText(path, { maxBytes: recordMaxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (refusalOf(error) !== null) throw error;
    throw new ParlorError('not_found', `${path} cannot be read (${error.code}).`);
  });
}
