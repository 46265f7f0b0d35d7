/** Cursors of keyset lists: where the page before ended, in letters that survive any URL unescaped. */
import { parseJson } from '../../shared/json/parse.ts';
import type { Json } from '../../shared/json/value.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { refuseField } from './problem.ts';

/** The order of a list: newest first, ties by id. */
export interface Place<Id = string> {
  at: number;
  id: Id;
}

/** A cursor belongs to one list with one set of filters; `list` names both. */
const nameOf = (list: object): string => sha256Hex(JSON.stringify(list)).slice(0, 12);

export function writeCursor(list: object, { at, id }: Place<string | number>): string {
  return Buffer.from(JSON.stringify([nameOf(list), at, id])).toString('base64url');
}

const isText = (id: Json): id is string => typeof id === 'string';
const isNumber = (id: Json): id is number => Number.isSafeInteger(id) && Math.abs(id as number) <= integerMax;

/** The largest whole number of a column that is no time. */
export const integerMax = 2 ** 31 - 1;

/** Throws ParlorError `invalid_field` for what is not a cursor of this list. `atMax`: the most its order can hold. */
export function readCursor(list: object, text: string | undefined, atMax = Number.MAX_SAFE_INTEGER): Place | null {
  return readPlace(list, text, isText, atMax);
}

/** The same for a list whose ids are numbers. */
export function readNumberedCursor(
  list: object,
  text: string | undefined,
  atMax = Number.MAX_SAFE_INTEGER,
): Place<number> | null {
  return readPlace(list, text, isNumber, atMax);
}

function readPlace<Id>(list: object, text: string | undefined, isId: IsId<Id>, atMax: number): Place<Id> | null {
  if (text === undefined) return null;
  const place = placeOf(list, text, isId);
  if (place && Math.abs(place.at) <= atMax) return place;
  throw refuseField('/cursor', 'not a cursor of this list', 'query');
}

type IsId<Id> = (id: Json) => id is Json & Id;

function placeOf<Id>(list: object, text: string, isId: IsId<Id>): Place<Id> | null {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 3) return null;
    const [name, at, id] = value as [Json, Json, Json];
    return name === nameOf(list) && Number.isSafeInteger(at) && isId(id) ? { at: at as number, id } : null;
  } catch {
    return null;
  }
}

/** Cuts the row too many off a page of `limit + 1` rows, and says where the next one begins. */
export function paged<Row>(rows: Row[], limit: number, list: object, placeOfRow: (row: Row) => Place<string | number>) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next_cursor: last === undefined ? null : writeCursor(list, placeOfRow(last)) };
}
