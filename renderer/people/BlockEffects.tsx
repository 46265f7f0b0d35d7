import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../shared/peer-text.ts';
import { isGame } from '../../shared/tables/is-game.ts';
import { shortHash } from '../ui/format.ts';
import type { NamedPerson } from './contacts.ts';
import { useTablesWith } from './use-tables-with.ts';

/** What a block means for the tables with the person that are in progress; nothing without any. */
export function BlockEffects({ person: { public_key, name } }: { person: NamedPerson }) {
  const { t } = useTranslation('inbox');
  const tables = useTablesWith(public_key);
  const shown = { name: isolatedName(name || shortHash(public_key)) };
  return (
    <>
      {tables.some((table) => !isGame(table)) && <p className="dim measure">{t('blocking.conversation', shown)}</p>}
      {tables.some(isGame) && <p className="dim measure">{t('blocking.game', shown)}</p>}
    </>
  );
}
