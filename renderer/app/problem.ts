import { type ErrorCode, errorStatus, ParlorError, toProblem } from '../../shared/errors.ts';

/** A problem as the window shows it; the detail is main's and the log's. */
export interface Problem {
  code: ErrorCode;
  message: string;
}

/** Any rejection of a bridge call as a problem with a code. */
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
