/** Creates the errors of refused requests. */
import type { z } from 'zod';
import { type ErrorCode, ParlorError } from '../shared/errors.ts';
import { pointerOf } from '../shared/json/pointer.ts';

/** Errors listed per response, so that it stays small. */
const errorsMax = 20;

/** The part of a request that pointers refer to. */
type Part = 'body' | 'query';

export function requestError(code: ErrorCode, message: string, detail?: ParlorError['detail']): ParlorError {
  return new ParlorError(code, message, detail);
}

/** An invalid field. `pointer`: JSON pointer into the body, or to a query parameter. */
export function fieldError(pointer: string, message: string, part: Part = 'body'): ParlorError {
  return detailedError('invalid_field', [{ pointer, message }], { part });
}

/** Invalid fields, from a failed schema. */
export function schemaError(error: z.ZodError, part: Part): ParlorError {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: pointerOf(path.map((step) => (typeof step === 'symbol' ? String(step) : step))),
    message,
  }));
  return detailedError('invalid_field', errors, { part });
}

/** One or more errors, whose pointers are relative to `parent`. */
export function detailedError(
  code: ErrorCode,
  errors: readonly { pointer: string; message: string }[],
  { part = 'body', parent = '' }: { part?: Part; parent?: string },
): ParlorError {
  const listedErrors = errors
    .slice(0, errorsMax)
    .map(({ pointer, message }) => ({ pointer: parent + pointer, message, in: part }));
  const firstError = listedErrors[0]!;
  return requestError(code, `${firstError.pointer.slice(1) || part}: ${firstError.message}`, { errors: listedErrors });
}
