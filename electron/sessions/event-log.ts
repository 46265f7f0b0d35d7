/** The event stream of a session: one JSON object a line, `{seq, ts, type, data}`, numbered without gaps from the hello line's 0. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { JsonObject } from '../../shared/json/value.ts';
import { eventsName } from './state.ts';

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
  /** Resolves once everything is written; nothing may be appended any more. */
  close(): Promise<void>;
}

export async function openEventLog(stateDir: string, hello: JsonObject): Promise<EventLog> {
  const file = await open(join(stateDir, eventsName), 'ax', 0o600);
  let seq = 0;
  let written: Promise<unknown> = Promise.resolve();
  const append = (type: string, data: JsonObject) => {
    const event: SessionEvent = { seq, ts: new Date().toISOString(), type, data };
    seq += 1;
    written = written.then(() => file.appendFile(`${JSON.stringify(event)}\n`));
    // A full disk is told by `close`; the table has a record of its own.
    written.catch(() => {});
  };
  append('hello', hello);
  return {
    append,
    async close() {
      await written.finally(() => file.close());
    },
  };
}

/** Every whole event after `after`. A line that is being written is read the next time. */
export async function readEvents(stateDir: string, after = -1): Promise<SessionEvent[]> {
  const text = await readFile(join(stateDir, eventsName), 'utf8').catch(() => '');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => sessionEventSchema.parse(JSON.parse(line)))
    .filter(({ seq }) => seq > after);
}

const pollMs = 200;

/** The same, and those to come, until `over` says that nothing more is written. */
export async function* followEvents(
  stateDir: string,
  after: number,
  over: () => Promise<boolean>,
): AsyncGenerator<SessionEvent, void> {
  let last = after;
  for (;;) {
    // Asked before reading: what was written until then is still read.
    const ended = await over();
    for (const event of await readEvents(stateDir, last)) {
      last = event.seq;
      yield event;
    }
    if (ended) return;
    await setTimeout(pollMs);
  }
}
