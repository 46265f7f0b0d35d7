import { z } from 'zod';
import { boardPing, boardRate, type FromBoard, fromBoard } from '../../shared/boards/port.ts';
import { type Answer, type Ask, legalAnswer } from '../../shared/tables/hooks.ts';
import { measured } from './measure.ts';

/** Why a board was taken away. */
export type StopReason = 'flood' | 'hung' | 'reloads' | 'invalid';

export type Received =
  /** Not looked at any further: too many, too large, too deep, or no message of ours. */
  | { kind: 'dropped' }
  | { kind: 'stop'; reason: StopReason; perSecond: number }
  | { kind: 'pong' }
  | { kind: 'initialize'; id: string | number }
  | { kind: 'pick'; id: string | number | null; answer: Answer | null }
  | { kind: 'refuse'; id: string | number | null; code: number; message: string }
  | { kind: 'size'; height: number }
  | { kind: 'log'; level: FromBoard['ui/log']['level']; text: string };

const rpcId = z.union([z.string().max(64), z.int()]);
const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId.optional(),
  method: z.string().max(64),
  params: z.record(z.string(), z.json()).optional(),
});
const answerSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId,
  result: z.json().optional(),
  error: z.json().optional(),
});

/** JSON-RPC 2.0, section 5.1. */
const rpcErrors = { method: -32601, params: -32602, refused: -32000 };

/** How many dropped messages end a board's patience with itself. */
const dropsUntilStop = 100;

/**
 * Judges everything a board sends, without touching anything: rate (token bucket), size, depth, form, and whether a pick
 * answers the open ask with one of its legal choices. `now` is in milliseconds of any steady clock.
 */
export function createGuard(openAsk: () => Ask | null) {
  let tokens = boardRate.burst;
  let filledAt = 0;
  let drops = 0;
  let initialized = false;
  let second = { from: 0, count: 0, last: 0 };
  let pings: { id: string; at: number }[] = [];
  let pingNumber = 0;

  const drop = (): Received => {
    drops += 1;
    if (drops < dropsUntilStop) return { kind: 'dropped' };
    return { kind: 'stop', reason: 'flood', perSecond: Math.max(second.count, second.last) };
  };

  const allowed = (now: number): boolean => {
    if (now - second.from >= 1000) second = { from: now, count: 0, last: second.count };
    second.count += 1;
    tokens = Math.min(boardRate.burst, tokens + ((now - filledAt) / 1000) * boardRate.perSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };

  const called = (method: string, id: string | number | null, params: unknown): Received => {
    const refuse = (code: number, message: string): Received => ({ kind: 'refuse', id, code, message });
    if (!Object.hasOwn(fromBoard, method)) return refuse(rpcErrors.method, 'method not found');
    const read = fromBoard[method as keyof FromBoard].safeParse(params);
    if (!read.success) return refuse(rpcErrors.params, 'invalid params');
    if (method === 'ui/initialize') {
      if (id === null || initialized) return refuse(rpcErrors.refused, 'ui/initialize is sent once, as a request');
      initialized = true;
      return { kind: 'initialize', id };
    }
    if (!initialized) return refuse(rpcErrors.refused, 'ui/initialize comes first');
    if (method === 'ui/size') return { kind: 'size', height: (read.data as FromBoard['ui/size']).height };
    if (method === 'ui/log') return { kind: 'log', ...(read.data as FromBoard['ui/log']) };
    const { key, answer } = read.data as FromBoard['ui/answer'];
    const ask = openAsk();
    if (!ask || ask.key !== key) return refuse(rpcErrors.refused, 'this question is not open');
    if (answer !== null && legalAnswer(ask, answer) === null) {
      return refuse(rpcErrors.refused, 'not one of the choices');
    }
    return { kind: 'pick', id, answer };
  };

  return {
    receive(data: unknown, now: number): Received {
      if (!allowed(now)) return drop();
      const size = measured(data);
      if ('fault' in size) return drop();
      const call = callSchema.safeParse(size.json);
      if (call.success) return called(call.data.method, call.data.id ?? null, call.data.params ?? {});
      const answer = answerSchema.safeParse(size.json);
      if (!answer.success) return drop();
      pings = pings.filter((ping) => ping.id !== answer.data.id);
      return { kind: 'pong' };
    },

    /** The next ping, due every `boardPing.everyMs`; or the end of a board that answered none of the last ones. */
    ping(now: number): { id: string } | { stop: 'hung' } {
      if (pings.length >= boardPing.misses) return { stop: 'hung' };
      pingNumber += 1;
      const id = `ping:${pingNumber}`;
      pings.push({ id, at: now });
      return { id };
    },
  };
}

export type Guard = ReturnType<typeof createGuard>;
