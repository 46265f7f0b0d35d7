/** What was played, from its record: replay, verify, export. They open neither a key nor a community. */
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { type RecordLine, recordLineSchema } from '../../../../shared/tables/transcript.ts';
import { exportRecord, firstDifference, sessionOf, verifyRecord } from '../../../../shared/tables/verify.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { defaultResourcesDir, openLibrary } from '../../../library/library.ts';
import { findSavedTable, recordPath } from '../../../sessions/tables.ts';
import { printable } from '../browse.ts';

interface Flags {
  dataDir?: string;
  json?: true;
  spec?: string;
}

const recordCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object a line');

export const replayCommand = () =>
  recordCommand('replay', 'print the course of a table from its record')
    .argument('<record>', 'a record or exported file, or the id of a table, session or invitation here')
    .action(async (name: string, flags: Flags) => {
      const { text } = await readCopy(name, flags);
      for (const { seq, at, entry } of linesOf(text)) {
        const ts = new Date(at).toISOString();
        const { kind, ...data } = entry;
        if (flags.json) process.stdout.write(`${JSON.stringify({ seq, ts, type: kind, data })}\n`);
        else process.stdout.write(`${printable(`${seq} ${ts} ${String(kind)} ${JSON.stringify(data)}`)}\n`);
      }
    });

export const verifyCommand = () =>
  recordCommand(
    'verify',
    'check a table’s record, offline: its chain, both signatures, every message, every sealed hand',
  )
    .argument('<record>', 'a record or exported file, or the id of a table, session or invitation here')
    .argument('[other]', 'another copy of the same table, e.g. the other side’s: tells the first message that differs')
    .option('--spec <file>', 'the table’s spec.json (else the export’s own, else the one kept here)')
    .addHelpText(
      'after',
      '\nExit codes: 0 the record holds, and the copies are the same; 1 it does not, or they differ.',
    )
    .action(async (name: string, other: string | undefined, flags: Flags) => {
      const copies = [await readCopy(name, flags), ...(other === undefined ? [] : [await readCopy(other, flags)])];
      const print = (type: string, data: object, words: string) =>
        process.stdout.write(
          flags.json ? `${JSON.stringify({ event: type, ...data })}\n` : `${type}: ${printable(words)}\n`,
        );
      let holds = true;
      for (const { name: record, text, spec } of copies) {
        const { findings, fouls, session, role, end, frames, opened, head } = verifyRecord(text, spec);
        for (const finding of findings) print('finding', { record, ...finding }, `${record} ${placed(finding)}`);
        for (const foul of fouls) print('foul', { record, ...foul }, `${record} ${placed(foul)}`);
        const verdict = findings.length === 0 ? 'holds' : 'does not hold';
        holds &&= findings.length === 0;
        const facts = {
          holds: findings.length === 0,
          role,
          session_id: session?.session_id ?? null,
          frames,
          opened,
          head,
          end,
        };
        print(
          'record',
          { record, ...facts },
          `${record} ${verdict}: ${frames} messages, ${opened} opened hands, head ${head ?? '-'}`,
        );
      }
      const [one, another] = copies;
      if (one && another) {
        if (sessionOf(one.text) !== sessionOf(another.text))
          throw new ParlorError('session_refused', 'The two records are of different tables.');
        const difference = firstDifference(one.text, another.text);
        holds &&= difference === null;
        if (difference === null) print('same', { same: true }, 'Both copies tell the same messages.');
        else {
          const { frame, direction, lines, frames } = difference;
          const words = `message ${frame} ${direction}, lines ${lines.map((line) => line ?? 'none').join(' and ')}: ${frames.map((text) => text ?? 'nothing').join(' | ')}`;
          print('difference', difference, words);
        }
      }
      if (!holds) process.exitCode = 1;
    });

export const exportCommand = () =>
  recordCommand('export', 'write a table’s record with its rules into one file, which anybody can verify')
    .argument('<id>', 'of the table, its session or its invitation')
    .requiredOption('--out <file>', 'where to; an existing file is kept')
    .action(async (id: string, flags: Flags & { out: string }) => {
      const { text, spec } = await readCopy(id, flags);
      if (spec === null) throw new ParlorError('protocol_missing', 'The rules of this table are not here.');
      await writeFile(flags.out, exportRecord(text, spec), { flag: 'wx', mode: 0o600 }).catch(
        (error: NodeJS.ErrnoException) => {
          throw new ParlorError('bad_arguments', `${flags.out} cannot be written (${error.code}).`);
        },
      );
      process.stdout.write(flags.json ? `${JSON.stringify({ out: flags.out })}\n` : `out: ${flags.out}\n`);
    });

const placed = ({ code, line, message }: { code: string; line: number | null; message: string }) =>
  `${line === null ? '' : `line ${line} `}${code}: ${message}`;

/** A file of that name, else the record of such a table here, with the rules that can be found for it. */
async function readCopy(
  name: string,
  { dataDir, spec }: Flags,
): Promise<{ name: string; text: string; spec: string | null }> {
  const given = spec === undefined ? null : await readText(spec);
  const file = await readFile(name, 'utf8').catch(() => null);
  if (file !== null) return { name, text: file, spec: given ?? (await keptSpec(dataDir, protocolOf(file))) };
  const folder = chooseDataDir(dataDir, process.env);
  const { table_id, facts } = await findSavedTable(folder, name);
  const text = await readText(recordPath(folder, table_id));
  return { name, text, spec: given ?? (await keptSpec(dataDir, facts.table.protocol.protocol_id)) };
}

async function keptSpec(dataDir: string | undefined, protocol_id: string | null): Promise<string | null> {
  if (protocol_id === null) return null;
  const library = await openLibrary({
    resourcesDir: defaultResourcesDir(),
    dataDir: chooseDataDir(dataDir, process.env),
  });
  return library.get(protocol_id)?.specText ?? null;
}

function protocolOf(text: string): string | null {
  const session = linesOf(text).find(({ entry }) => entry.kind === 'session');
  return session ? String(session.entry.protocol_id) : null;
}

function linesOf(text: string): RecordLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return recordLineSchema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ParlorError('not_found', `${path} cannot be read (${error.code}).`);
  });
}
