import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { useAuthorName } from '../../core/agent-profile.ts';
import { shortHash } from '../../ui/format.ts';
import { PeerName } from '../../ui/PeerName.tsx';

/** Whose board it is, in the window's own words outside of the frame. */
export function BoardAuthor({ board }: { board: NonNullable<Table['board']> }) {
  const { t } = useTranslation('tables');
  const name = useAuthorName(board.author);
  const isOurs = board.source === 'local';
  return (
    <span>
      {t('board.by')} <b>{isOurs ? 'Parlor' : <PeerName name={isHex64(name) ? shortHash(name) : name} />}</b>
      {!isOurs && t('board.not_ours')}
    </span>
  );
}
