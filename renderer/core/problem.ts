import { type ErrorCode, errorStatus, ParlorError, toProblem } from '../../shared/errors.ts';

/** An error as the window shows it; details stay in main and its log. */
export interface Problem {
  code: ErrorCode;
  message: string;
}

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
