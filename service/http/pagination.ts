/** Keyset pagination. A cursor is the position of the last row of a page, as base64url. */
import { parseJson } from '../../shared/json/parse.ts';
import type { Json } from '../../shared/json/value.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { fieldError } from '../refusals.ts';

/** The position of a row: lists are ordered by `sortKey`, a time or number, and by `id` where that is equal. */
export interface CursorPosition<Id = string> {
  sortKey: number;
  id: Id;
}

/** A cursor is valid only for the list and filters it was made for. `list` identifies both. */
const listHash = (list: object): string => sha256Hex(JSON.stringify(list)).slice(0, 12);

export function writeCursor(list: object, { sortKey, id }: CursorPosition<string | number>): string {
  return Buffer.from(JSON.stringify([listHash(list), sortKey, id])).toString('base64url');
}

/** Ids are of these characters; a database may refuse others even in a comparison, such as PostgreSQL a NUL. */
const isText = (id: Json): id is string => typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id);
const isNumber = (id: Json): id is number => Number.isSafeInteger(id) && Math.abs(id as number) <= integerMax;

/** The largest value of an integer column that is not a time. */
export const integerMax = 2 ** 31 - 1;

/** Throws ParlorError `invalid_field` unless `text` is a cursor of this list. `maxSortKey`: the largest valid `sortKey`. */
export function readCursor(
  list: object,
  text: string | undefined,
  maxSortKey = Number.MAX_SAFE_INTEGER,
): CursorPosition | null {
  return readPosition(list, text, isText, maxSortKey);
}

/** Like `readCursor`, for a list whose ids are numbers. */
export function readNumericCursor(
  list: object,
  text: string | undefined,
  maxSortKey = Number.MAX_SAFE_INTEGER,
): CursorPosition<number> | null {
  return readPosition(list, text, isNumber, maxSortKey);
}

function readPosition<Id>(
  list: object,
  text: string | undefined,
  isId: IsId<Id>,
  maxSortKey: number,
): CursorPosition<Id> | null {
  if (text === undefined) return null;
  const position = positionOf(list, text, isId);
  if (position && Math.abs(position.sortKey) <= maxSortKey) return position;
  throw fieldError('/cursor', 'not a cursor of this list', 'query');
}

type IsId<Id> = (id: Json) => id is Json & Id;

function positionOf<Id>(list: object, text: string, isId: IsId<Id>): CursorPosition<Id> | null {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 3) return null;
    const [name, sortKey, id] = value as [Json, Json, Json];
    return name === listHash(list) && Number.isSafeInteger(sortKey) && isId(id)
      ? { sortKey: sortKey as number, id }
      : null;
  } catch {
    return null;
  }
}

/** Turns `limit + 1` rows into a page of `limit` and the cursor of the next one. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  list: object,
  positionOf: (row: Row) => CursorPosition<string | number>,
) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next_cursor: last === undefined ? null : writeCursor(list, positionOf(last)) };
}
