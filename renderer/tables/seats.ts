/** The names of both seats of a table, for its players and for onlookers. */
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person, Table } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import type { Role } from '../../shared/tables/hooks.ts';

/** True for a record opened from a file: the user is at neither seat. */
export const OnlookerContext = createContext(false);

export interface Seats {
  onlooking: boolean;
  isOwn(role: Role): boolean;
  personAt(role: Role): Person;
  /** `You`, or the isolated nickname. */
  nameOf(role: Role): string;
}

export function useSeats({ role: ownRole, me, peer }: Pick<Table, 'role' | 'me' | 'peer'>): Seats {
  const { t } = useTranslation('tables');
  const onlooking = useContext(OnlookerContext);
  const isOwn = (role: Role) => !onlooking && role === ownRole;
  const personAt = (role: Role) => (role === ownRole ? me : peer);
  const nameOf = (role: Role) => (isOwn(role) ? t('you') : isolatedName(personAt(role).nickname));
  return { onlooking, isOwn, personAt, nameOf };
}
