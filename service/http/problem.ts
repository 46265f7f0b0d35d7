/** Problem documents (RFC 9457): every refusal as one shape, with a stable code. */
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import type { ProblemDocument } from '../../shared/community/shapes.ts';
import { type ErrorCode, errorStatus, ParlorError, toProblem } from '../../shared/errors.ts';
import { pointerOf } from '../../shared/json/pointer.ts';
import { storageFailure } from '../storage/failure.ts';

/** Places shown of one bad body: enough to mend it, not a megabyte. */
const placesMax = 20;

export function refuse(code: ErrorCode, message: string, detail?: ParlorError['detail']): ParlorError {
  return new ParlorError(code, message, detail);
}

/** A field that does not fit. `pointer`: JSON pointer into the body, or a parameter of the query. */
export function refuseField(pointer: string, message: string, part: 'body' | 'query' = 'body'): ParlorError {
  return refuse('invalid_field', `${pointer.slice(1) || part}: ${message}`, {
    errors: [{ pointer, message, in: part }],
  });
}

/** The same from a failed schema. */
export function refuseFields(error: z.ZodError, part: 'body' | 'query'): ParlorError {
  const errors = error.issues.slice(0, placesMax).map((issue) => ({
    pointer: pointerOf(issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))),
    message: issue.message,
    in: part,
  }));
  const first = errors[0]!;
  return refuse('invalid_field', `${first.pointer.slice(1) || part}: ${first.message}`, { errors });
}

/** Status and document of an error; what is not a ParlorError keeps its text to itself. */
export function problemOf(error: unknown): { status: number; document: ProblemDocument } {
  const { code, message, detail } = toProblem(storageFailure(error) ?? error);
  const status = errorStatus[code] ?? 500;
  return { status, document: { code, message, ...detail, status, title: STATUS_CODES[status] ?? '' } };
}
