/** Constructors for the errors that refuse a request. */
import type { z } from 'zod';
import { type ErrorCode, ParlorError } from '../shared/errors.ts';
import { pointerOf } from '../shared/json/pointer.ts';

/** Errors listed per response, so that it stays small. */
const errorsMax = 20;

export function refuse(code: ErrorCode, message: string, detail?: ParlorError['detail']): ParlorError {
  return new ParlorError(code, message, detail);
}

/** An invalid field. `pointer`: JSON pointer into the body, or to a query parameter. */
export function refuseField(pointer: string, message: string, part: 'body' | 'query' = 'body'): ParlorError {
  return refuse('invalid_field', `${pointer.slice(1) || part}: ${message}`, {
    errors: [{ pointer, message, in: part }],
  });
}

/** Invalid fields, from a failed schema. */
export function refuseFields(error: z.ZodError, part: 'body' | 'query'): ParlorError {
  const errors = error.issues.slice(0, errorsMax).map((issue) => ({
    pointer: pointerOf(issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))),
    message: issue.message,
    in: part,
  }));
  const first = errors[0]!;
  return refuse('invalid_field', `${first.pointer.slice(1) || part}: ${first.message}`, { errors });
}
