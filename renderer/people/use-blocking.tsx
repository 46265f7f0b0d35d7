import { type ReactNode, useState } from 'react';
import { useContactName } from '../core/context.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import type { NamedPerson, useContacts } from './contacts.ts';
import { useTablesWith } from './use-tables-with.ts';

export interface Blocking {
  isBlocked: boolean;
  /** Unblocks. Blocks at once too, unless a table with the person is in progress: then the dialog says what becomes of it. */
  toggle(): void;
  dialog: ReactNode;
}

/** Blocking a person, and taking it back. `onBlocked`: once they are blocked. */
export function useBlocking(
  { block, unblock, busy }: ReturnType<typeof useContacts>,
  person: NamedPerson,
  onBlocked?: () => void,
): Blocking {
  const { public_key } = person;
  const isBlocked = useContactName(public_key)?.blocked ?? false;
  const isConcerned = useTablesWith(public_key).length > 0;
  const [isAsking, setIsAsking] = useState(false);
  const blockNow = async () => {
    setIsAsking(false);
    if (await block(person)) onBlocked?.();
  };
  return {
    isBlocked,
    toggle() {
      if (busy) return;
      if (isBlocked) unblock(public_key);
      else if (isConcerned) setIsAsking(true);
      else void blockNow();
    },
    dialog: isAsking && !isBlocked && (
      <BlockDialog person={person} onClose={() => setIsAsking(false)} onBlock={() => void blockNow()} />
    ),
  };
}
