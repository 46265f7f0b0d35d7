/** The log of what operators have done. Each act is one transaction with its row here, which is never changed. */
import type { Writer } from '../storage/schema.ts';

export interface Act {
  /** Who acts. */
  operator: string;
  /** Why, in the operator's words. */
  note: string;
  /** Unix milliseconds. */
  now: number;
}

type ActName =
  | 'ban'
  | 'unban'
  | 'resolve'
  | 'remove'
  | 'restore'
  | 'empty'
  | 'erase'
  | 'admit'
  | 'unadmit'
  | 'admission';

/** `subject`: what it was done to. */
export async function logAct(
  db: Writer,
  { operator, note, now: at }: Act,
  act: ActName,
  subject: string,
): Promise<void> {
  await db.insertInto('operator_act').values({ at, operator, act, subject, note }).execute();
}
