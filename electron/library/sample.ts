/** `sample.json` in a bundled protocol's folder: the position that its page shows. */
import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { BoardChatMessage } from '../../shared/boards/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Language } from '../../shared/language.ts';
import { programTexts } from '../../shared/locales/program-texts.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { type BoardRecord, BoardRecorder } from '../../shared/tables/board-record.ts';
import { type Role, roleSchema } from '../../shared/tables/hooks.ts';
import { readInstalledFile } from '../files/installed-file.ts';

const jsonObject = z.record(z.string(), z.json());

const sampleSchema = z.object({
  /** The seat from which the position is seen. */
  seat: roleSchema.default('guest'),
  options: jsonObject.default({}),
  /** The messages of both sides, in order. */
  sent: z.array(z.tuple([roleSchema, jsonObject])),
  /** Who says each line of the chat; what they say is in shared/locales. */
  talk: z.array(roleSchema).default([]),
});

export interface Sample {
  record: BoardRecord;
  talk: BoardChatMessage[];
}

/** The time of the first chat message (Unix milliseconds), and the interval between messages. */
const chatTimes = { first: Date.UTC(2026, 4, 8, 18, 30), stepMs: 20_000 };

/** Null if there is no file with the hash `pinnedHash`. Rejects if it is invalid or contains a message that the spec does not define. */
export async function readSample(
  folder: string,
  spec: Spec,
  language: Language,
  pinnedHash: string | null,
): Promise<Sample | null> {
  const bytes = await readInstalledFile(join(folder, 'sample.json')).catch(() => null);
  if (bytes === null || hash('sha256', bytes) !== pinnedHash) return null;
  const { seat: role, options, sent, talk } = sampleSchema.parse(JSON.parse(bytes.toString('utf8')));
  const record = recorderOf(spec, { role, options }, sent).latest;
  const lines: { [folder: string]: string[] } = programTexts[language].samples;
  const chatMessages = talk.map((by, index) => {
    const text = lines[basename(folder)]?.[index] ?? '';
    return { number: index + 1, by, text, at: chatTimes.first + index * chatTimes.stepMs };
  });
  return record && { record, talk: chatMessages };
}

export type Sent = [by: Role, frame: JsonObject];

/** The record of a table after these messages, in order. Throws for a message that the spec does not define. */
export function recorderOf(
  spec: Spec,
  { role, options }: { role: Role; options: JsonObject },
  sent: readonly Sent[],
): BoardRecorder {
  const recorder = new BoardRecorder(spec);
  recorder.add({ kind: 'start', role, control_mode: 'human', options, manner: null, hooks_hash: '0'.repeat(64) });
  for (const [by, frame] of sent) {
    if (!recorder.add({ kind: 'frame', direction: by === role ? 'sent' : 'received', frame }))
      throw new Error(`not a message of this protocol: ${JSON.stringify(frame)}`);
  }
  return recorder;
}
