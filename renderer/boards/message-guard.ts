/** Decides what each message of a board means, and when a board is stopped. Pure; port.worker.ts runs it in a worker. */
import { z } from 'zod';
import { type BoardNumber, boardRate, boardSizeRate, type FromBoard, fromBoard } from '../../shared/boards/contract.ts';
import { type Answer, legalAnswer, type Question } from '../../shared/tables/hooks.ts';
import { createTokenBucket } from '../../shared/token-bucket.ts';
import { checkJsonLimits } from './json-limits.ts';

/** Why a board was stopped. `slow`: the window could not keep up. */
export type StopReason = 'flood' | 'oversized' | 'hung' | 'slow' | 'reloads' | 'focus' | 'history';

/** `foreseenAs`: the key under which the board knew it before it was asked; picks of that moment are meant for it. */
export type AskedQuestion = Question & { foreseenAs?: string };

export type BoardEvent =
  /** Ignored: over the rate, too deep, or not a message of the protocol. */
  | { kind: 'dropped' }
  /** `perSecond`: the rate of messages, for a flood; else 0. */
  | { kind: 'stop'; reason: StopReason; perSecond: number }
  /** A response; the watchdog decides whether it answers a ping. */
  | { kind: 'pong'; id: string | number }
  | ({ kind: 'initialize'; id: string | number } & FromBoard['ui/initialize'])
  | { kind: 'pick'; id: string | number | null; key: string; answer: Answer | null; plays: boolean }
  | ({ kind: 'size' } & FromBoard['ui/size'])
  /** `illegal`: the answer, if it is none to the open question. `late`: it is for a question that is no longer open. */
  | { kind: 'reject'; id: string | number | null; code: number; message: string; illegal?: Answer; late?: true }
  | { kind: 'numbers'; numbers: BoardNumber[] }
  | ({ kind: 'draws' } & FromBoard['ui/draws'])
  | { kind: 'log'; level: FromBoard['ui/log']['level']; text: string };

const rpcId = z.union([z.string().max(64), z.int()]);
const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId.optional(),
  method: z.string().max(64),
  params: z.record(z.string(), z.json()).optional(),
});
const responseSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId,
  result: z.json().optional(),
  error: z.json().optional(),
});

/** JSON-RPC 2.0, section 5.1. */
const rpcErrors = { method: -32601, params: -32602, rejected: -32000 };

/** A board is stopped after this many dropped messages. */
const maxDrops = 100;

/**
 * Validates everything a board sends: rate (token bucket), size, depth, schema, and whether a pick is a legal choice of the open
 * question. `now` is in milliseconds of a monotonic clock.
 */
export function createMessageGuard(getOpenQuestion: () => AskedQuestion | null) {
  const takeToken = createTokenBucket(boardRate);
  const takeSizeToken = createTokenBucket(boardSizeRate);
  let dropCount = 0;
  let initialized = false;
  let rateWindow = { startedAt: 0, count: 0, previousCount: 0 };

  const dropMessage = (): BoardEvent => {
    dropCount += 1;
    if (dropCount < maxDrops) return { kind: 'dropped' };
    return { kind: 'stop', reason: 'flood', perSecond: Math.max(rateWindow.count, rateWindow.previousCount) };
  };

  const isWithinRate = (now: number): boolean => {
    if (now - rateWindow.startedAt >= 1000) rateWindow = { startedAt: now, count: 0, previousCount: rateWindow.count };
    rateWindow.count += 1;
    return takeToken(now);
  };

  const handleCall = (method: string, id: string | number | null, params: unknown, now: number): BoardEvent => {
    const reject = (code: number, message: string): BoardEvent => ({ kind: 'reject', id, code, message });
    if (!Object.hasOwn(fromBoard, method)) return reject(rpcErrors.method, 'method not found');
    const parsed = fromBoard[method as keyof FromBoard].safeParse(params);
    if (!parsed.success) return reject(rpcErrors.params, 'invalid params');
    if (method === 'ui/initialize') {
      if (id === null || initialized) return reject(rpcErrors.rejected, 'ui/initialize is sent once, as a request');
      initialized = true;
      return { kind: 'initialize', id, ...(parsed.data as FromBoard['ui/initialize']) };
    }
    if (!initialized) return reject(rpcErrors.rejected, 'ui/initialize comes first');
    if (method === 'ui/size') {
      return takeSizeToken(now) ? { kind: 'size', ...(parsed.data as FromBoard['ui/size']) } : dropMessage();
    }
    if (method === 'ui/numbers') return { kind: 'numbers', ...(parsed.data as FromBoard['ui/numbers']) };
    if (method === 'ui/draws') return { kind: 'draws', ...(parsed.data as FromBoard['ui/draws']) };
    if (method === 'ui/log') return { kind: 'log', ...(parsed.data as FromBoard['ui/log']) };
    const { key, answer, plays } = parsed.data as FromBoard['ui/answer'];
    const ask = getOpenQuestion();
    if (!ask || (ask.key !== key && ask.foreseenAs !== key))
      return { kind: 'reject', id, code: rpcErrors.rejected, message: 'this question is not open', late: true };
    if (answer !== null && legalAnswer(ask, answer) === null) {
      return { kind: 'reject', id, code: rpcErrors.rejected, message: 'not one of the choices', illegal: answer };
    }
    return { kind: 'pick', id, key: ask.key, answer, plays };
  };

  return {
    receive(data: unknown, now: number): BoardEvent {
      if (!isWithinRate(now)) return dropMessage();
      const limitCheck = checkJsonLimits(data);
      if ('violation' in limitCheck) {
        // Reading such a message is costly in itself, so the first one stops the board.
        return limitCheck.violation === 'too_large'
          ? { kind: 'stop', reason: 'oversized', perSecond: 0 }
          : dropMessage();
      }
      const call = callSchema.safeParse(limitCheck.json);
      if (call.success) return handleCall(call.data.method, call.data.id ?? null, call.data.params ?? {}, now);
      const response = responseSchema.safeParse(limitCheck.json);
      if (!response.success) return dropMessage();
      return { kind: 'pong', id: response.data.id };
    },
  };
}
