/** Who may register: everybody, those with a code, or the keys of a list. Members stay members, whatever changes here. */
import { randomInt } from 'node:crypto';
import { ParlorError } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { requestError } from '../refusals.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { type Act, logAct } from './log.ts';

/** `codes` admits those with a code and the keys of the list, `list` these keys only. */
export const admissionModes = ['open', 'codes', 'list'] as const;
export type AdmissionMode = (typeof admissionModes)[number];

export async function admissionMode(db: Reader): Promise<AdmissionMode> {
  const row = await db.selectFrom('admission').select('mode').executeTakeFirst();
  return (row?.mode as AdmissionMode | undefined) ?? 'open';
}

export async function setAdmission(db: Writer, mode: AdmissionMode, act: Act): Promise<void> {
  await db
    .insertInto('admission')
    .values({ admission_id: 1, mode })
    .onConflict((conflict) => conflict.column('admission_id').doUpdateSet({ mode }))
    .execute();
  await logAct(db, act, 'admission', mode);
}

/** Crockford's alphabet: no letter can be taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits, as XXXX-XXXX-XXXX-XXXX. */
const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  );

/** The hash of a code as people type it: in any case, with or without separators, with the letters that look like digits. */
function hashOfCode(code: string): string {
  const normalized = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return sha256Hex(normalized);
}

/** Makes a code, of which only the hash is stored. `uses`: how many keys it admits. `expires_at`: Unix milliseconds. */
export async function createCode(
  db: Writer,
  { uses, expires_at }: { uses: number; expires_at: number },
  act: Act,
): Promise<{ code_id: number; code: string }> {
  const code = newCode();
  const { code_id } = await db
    .insertInto('admission_code')
    .values({ code_hash: hashOfCode(code), uses_left: uses, created_at: act.now, expires_at })
    .returning('code_id')
    .executeTakeFirstOrThrow();
  await logAct(db, act, 'admit', `code ${code_id}`);
  return { code_id, code };
}

/** Whom it has admitted stays. Throws ParlorError `not_found`. */
export async function revokeCode(db: Writer, code_id: number, act: Act): Promise<void> {
  const deleted = await db
    .deleteFrom('admission_code')
    .where('code_id', '=', code_id)
    .returning('code_id')
    .executeTakeFirst();
  if (!deleted) throw new ParlorError('not_found', `There is no code ${code_id}.`);
  await logAct(db, act, 'unadmit', `code ${code_id}`);
}

/** False if the key was on the list. */
export async function admitKey(db: Writer, public_key: string, act: Act): Promise<boolean> {
  const inserted = await db
    .insertInto('admitted_key')
    .values({ public_key, admitted_at: act.now })
    .onConflict((conflict) => conflict.column('public_key').doNothing())
    .returning('public_key')
    .executeTakeFirst();
  if (!inserted) return false;
  await logAct(db, act, 'admit', public_key);
  return true;
}

/** Takes a key off the list; a member stays one. False if it was not on it. */
export async function unadmitKey(db: Writer, public_key: string, act: Act): Promise<boolean> {
  const deleted = await db
    .deleteFrom('admitted_key')
    .where('public_key', '=', public_key)
    .returning('public_key')
    .executeTakeFirst();
  if (!deleted) return false;
  await logAct(db, act, 'unadmit', public_key);
  return true;
}

/** Whether a key that is not registered may register, which uses the code up. Null if so, otherwise the refusal. */
export async function refusalOf(
  db: Writer,
  { public_key, code, now }: { public_key: string; code: string | undefined; now: number },
): Promise<ParlorError | null> {
  const mode = await admissionMode(db);
  if (mode === 'open') return null;
  const listed = await db
    .selectFrom('admitted_key')
    .select('public_key')
    .where('public_key', '=', public_key)
    .executeTakeFirst();
  if (listed) return null;
  if (mode === 'list')
    return requestError('not_admitted', 'The operators of this community admit only keys that they know.');
  if (code === undefined) return requestError('admission_code_needed', 'This community admits people with a code.');
  const used = await db
    .updateTable('admission_code')
    .set(({ eb }) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('code_hash', '=', hashOfCode(code))
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .returning('code_id')
    .executeTakeFirst();
  return used ? null : requestError('invalid_admission_code', 'The code is unknown, used up or expired.');
}
