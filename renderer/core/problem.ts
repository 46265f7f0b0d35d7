import { type ErrorCode, errorStatus, ParlorError, type Problem, toProblem } from '../../shared/errors.ts';

export type { Problem };

/** Whether the community refuses whatever this identity, or this network, asks. */
export const isBan = (problem: Problem | null): boolean =>
  problem?.code === 'banned' || problem?.code === 'network_banned';

/** Converts the rejection of a bridge call. */
export function asProblem(error: unknown): Problem {
  if (error instanceof ParlorError) return error;
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const { code, message } = error;
    if (typeof code === 'string' && Object.hasOwn(errorStatus, code) && typeof message === 'string') {
      return { code: code as ErrorCode, message };
    }
  }
  return toProblem(error);
}
