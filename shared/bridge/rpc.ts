/**
 * Main's end of the bridge: answers calls and sends events over a port (port.ts). A shell supplies the port and the caller; everything else
 * follows from the contract.
 */

import { z } from 'zod';
import { inBackground } from '../background.ts';
import { ParlorError, type Problem, toProblem } from '../errors.ts';
import { parseJson } from '../json/parse.ts';
import { getOwn } from '../json/value.ts';
import type { BridgeSpec, Caller, CallSpec, Handlers, Surface } from './define.ts';
import { type Port, requestMaxLength, responseMaxLength } from './port.ts';

/** Subscribes to every event that main emits; returns a function that unsubscribes. */
export type Subscribe = (listener: (group: string, event: string, value: unknown) => void) => () => void;

/** Maximum concurrent calls per port. */
export const callsInFlight = 32;
const maxDepth = 64;

const name = z.string().max(64);
const memberPath = z.tuple([name, name]);
const id = z.int().min(0);
const requestSchema = z.union([
  z.strictObject({ id, call: memberPath, args: z.json() }),
  z.strictObject({ listen: memberPath }),
  z.strictObject({ unlisten: memberPath }),
]);
type CallRequest = Extract<z.infer<typeof requestSchema>, { call: unknown }>;

/**
 * Arguments, results and events are validated and stripped of anything the contract does not define. Closing the
 * port ends all of its subscriptions. `report` receives what must not be sent, and its source: thrown values that are not ParlorErrors, and
 * results or events that violate the contract. Returns a function that stops serving.
 */
export function serve<B extends BridgeSpec>(
  contract: B,
  port: Port,
  handlers: Handlers<B>,
  caller: Caller,
  subscribe: Subscribe,
  report: (error: unknown, source: string) => void = () => {},
): () => void {
  const subscriptions = new Set<string>();
  let inFlight = 0;
  let open = true;

  function send(message: { id: number; value: unknown } | { id: number; problem: Problem }): void {
    if (!open) return;
    const text = JSON.stringify(message);
    if (text.length <= responseMaxLength) port.send(text);
    else send({ id: message.id, problem: new ParlorError('too_large', 'The response is too large.').toProblem() });
  }

  async function run(group: string, call: string, spec: CallSpec, args: unknown): Promise<unknown> {
    const parsed = spec.args.safeParse(args);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new ParlorError('bad_arguments', `${group}.${call} was called with invalid arguments.`, {
        pointer: `/${issue?.path.join('/') ?? ''}`,
        reason: issue?.message ?? '',
      });
    }
    const handler = getOwn(getOwn(handlers, group), call);
    if (!handler) throw new ParlorError('unknown_call', `There is no call ${group}.${call}.`);
    return spec.result.parse(await handler(parsed.data as never, caller));
  }

  async function answer({ id, call: [group, call], args }: CallRequest): Promise<void> {
    const callName = `${group}.${call}`;
    try {
      const spec = getOwn(getOwn(contract, group)?.calls, call);
      if (!spec) throw new ParlorError('unknown_call', 'There is no such call.');
      if (!canCall(caller.surface, spec.surface))
        throw new ParlorError('forbidden', `${callName} is not available here.`);
      if (inFlight >= callsInFlight) {
        throw new ParlorError('too_many_calls', `More than ${callsInFlight} calls are open at once.`);
      }
      inFlight += 1;
      try {
        send({ id, value: await run(group, call, spec, args) });
      } finally {
        inFlight -= 1;
      }
    } catch (error) {
      if (!(error instanceof ParlorError)) report(error, callName);
      send({ id, problem: toProblem(error) });
    }
  }

  const unsubscribe = subscribe((group, event, value) => {
    if (!subscriptions.has(`${group}.${event}`)) return;
    const spec = getOwn(getOwn(contract, group)?.events, event);
    const parsed = spec?.safeParse(value);
    if (!parsed?.success) return report(parsed?.error, `${group}.${event}`);
    const text = JSON.stringify({ event: [group, event], value: parsed.data });
    if (text.length <= responseMaxLength) return port.send(text);
    const tooLarge = new ParlorError('too_large', 'A change is too large to send.');
    port.send(JSON.stringify({ event: [group, event], problem: tooLarge.toProblem() }));
    report(tooLarge, `${group}.${event}`);
  });

  function stop(): void {
    open = false;
    subscriptions.clear();
    unsubscribe();
  }

  port.onClose(stop);
  port.onMessage((text) => {
    if (!open) return;
    const request = readRequest(text);
    if (request === null) return report(new ParlorError('bad_arguments', 'The message is not a request.'), 'port');
    if ('invalidId' in request) return send({ id: request.invalidId, problem: malformedRequest.toProblem() });
    if ('call' in request) return inBackground('answer', answer(request));
    const [group, event] = 'listen' in request ? request.listen : request.unlisten;
    if (!getOwn(getOwn(contract, group)?.events, event)) return;
    if ('listen' in request) subscriptions.add(`${group}.${event}`);
    else subscriptions.delete(`${group}.${event}`);
  });
  return stop;
}

const malformedRequest = new ParlorError('bad_arguments', 'The request is malformed.');

/** A valid request, the id of an invalid one, or null if that has no id. */
function readRequest(text: string): z.infer<typeof requestSchema> | { invalidId: number } | null {
  try {
    if (text.length <= requestMaxLength) return requestSchema.parse(parseJson(text, { maxDepth }));
  } catch {
    // Rejected below.
  }
  // Our own client writes the id first, so each of its calls gets a response.
  const match = /^\{"id":([0-9]{1,15}),/.exec(text);
  return match ? { invalidId: Number(match[1]) } : null;
}

function canCall(surface: Caller['surface'], callSurface: Surface): boolean {
  return callSurface === 'both' || surface === 'terminal' || surface === callSurface;
}
