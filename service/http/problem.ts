import { STATUS_CODES } from 'node:http';
import type { ProblemDocument } from '../../shared/community/shapes.ts';
import { errorStatus, toProblem } from '../../shared/errors.ts';
import { storageErrorOf } from '../storage/failure.ts';

/** The problem document of an error (RFC 9457). The text of anything but a ParlorError is not disclosed. */
export function problemResponse(error: unknown): { status: number; document: ProblemDocument } {
  const { code, message, detail } = toProblem(storageErrorOf(error) ?? error);
  const status = errorStatus[code] ?? 500;
  return { status, document: { code, message, ...detail, status, title: STATUS_CODES[status] ?? '' } };
}
