/** Works out one thing of a record (record-checks.ts), in a worker of its own that the window ends afterwards. */
import { z } from 'zod';
import { type RecordCheckRequest, recordChecks } from './record-checks.ts';

// Compiled parsers need eval, which the content security policy forbids.
z.config({ jitless: true });

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<RecordCheckRequest>) => void) | null;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data: { check, input } }) =>
  scope.postMessage((recordChecks[check] as (input: unknown) => unknown)(input));
