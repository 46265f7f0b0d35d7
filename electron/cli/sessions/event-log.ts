/** A session's events: one JSON object per line, `{seq, ts, type, data}`; `seq` counts from 0 (hello) without gaps. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { ownFile, readForeignText } from '../../files/foreign-file.ts';
import { ifMissing } from '../../files/if-missing.ts';
import { eventsFileName } from './session-state.ts';

export const sessionEventSchema = z.object({
  seq: z.int().min(0),
  /** ISO 8601, UTC, milliseconds. */
  ts: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.json()),
});
export type SessionEvent = z.infer<typeof sessionEventSchema>;

export interface EventLog {
  append(type: string, data: JsonObject): void;
  /** Resolves once everything is written. Nothing may be appended afterwards. */
  close(): Promise<void>;
}

/** Creates the log with `hello` as the data of its first event. Rejects if it exists. */
export async function openEventLog(stateDir: string, hello: JsonObject): Promise<EventLog> {
  const file = await open(join(stateDir, eventsFileName), 'ax', 0o600);
  let seq = 0;
  let writeQueue: Promise<unknown> = Promise.resolve();
  const append = (type: string, data: JsonObject) => {
    const event: SessionEvent = { seq, ts: new Date().toISOString(), type, data };
    seq += 1;
    writeQueue = writeQueue.then(() => file.appendFile(`${JSON.stringify(event)}\n`));
    // `close` reports a full disk; the table's own record is unaffected.
    writeQueue.catch(() => {});
  };
  append('hello', hello);
  return {
    append,
    async close() {
      await writeQueue.finally(() => file.close());
    },
  };
}

/** Every complete event after `afterSeq`; a partly written last line is omitted. Rejects `data_dir_unusable` for a broken line. */
export async function readEvents(stateDir: string, afterSeq = -1): Promise<SessionEvent[]> {
  const path = join(stateDir, eventsFileName);
  const text = await readForeignText(path, ownFile.log).catch(ifMissing(''));
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => readEvent(line, `${path}, line ${index + 1}`))
    .filter(({ seq }) => seq > afterSeq);
}

function readEvent(line: string, location: string): SessionEvent {
  try {
    return sessionEventSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new ParlorError('data_dir_unusable', `${location} is not an event.`, undefined, { cause });
  }
}

const pollMs = 200;

/** Like readEvents, then follows new events until `hasEnded` resolves with true. */
export async function* followEvents(
  stateDir: string,
  afterSeq: number,
  hasEnded: () => Promise<boolean>,
): AsyncGenerator<SessionEvent, void> {
  let lastSeq = afterSeq;
  for (;;) {
    // Checked before reading, so that the last events are still read.
    const ended = await hasEnded();
    for (const event of await readEvents(stateDir, lastSeq)) {
      lastSeq = event.seq;
      yield event;
    }
    if (ended) return;
    await setTimeout(pollMs);
  }
}
