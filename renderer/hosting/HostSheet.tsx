import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { visible } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { textField } from '../ui/field-classes.ts';
import { ProblemState } from '../ui/ProblemState.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import { HostForm } from './HostForm.tsx';
import styles from './HostSheet.module.css';
import { useChallengedName } from './use-challenged-name.ts';

/** With more games than this, a search field is shown. */
const maxWithoutSearch = 8;

interface HostSheetProps {
  /** The picked game; empty while none is picked. */
  protocolId: string;
  /** Public key of the challenged player; null if the form asks who may join. */
  guest: string | null;
  onClose(): void;
}

/** Opens a new table: first pick the game, then its options. */
export function HostSheet({ protocolId, guest, onClose }: HostSheetProps) {
  const { t } = useTranslation('hosting');
  const bridge = useBridge();
  const book = useLabelBook();
  const name = useChallengedName(guest);
  const { data, error } = useQuery({
    queryKey: ['hostable'],
    queryFn: () => bridge.tables.hostable({}),
    staleTime: 0,
    select: useCallback(
      (hostable: { protocols: HostableProtocol[] }) => ({ protocols: hostable.protocols.map(book.protocol) }),
      [book],
    ),
  });
  const picked = data?.protocols.find(({ protocol_id, refusal }) => protocol_id === protocolId && refusal === null);
  if (picked) return <HostForm key={picked.protocol_id} protocol={picked} guest={guest} onClose={onClose} />;
  return (
    <Sheet
      title={guest === null ? t('host') : t('challenge_title', { name })}
      note={
        <span className="row wrap">
          {t('pick_note')}
          {guest !== null && <LookAlike person={{ public_key: guest, nickname: name }} />}
        </span>
      }
      onClose={onClose}
    >
      {error && <ProblemState error={error} />}
      {!data && !error && <p className="small faint">{t('loading')}</p>}
      {data && <GameList protocols={data.protocols} />}
    </Sheet>
  );
}

function GameList({ protocols }: { protocols: HostableProtocol[] }) {
  const { t } = useTranslation('hosting');
  const [text, setText] = useState('');
  const query = text.trim().toLowerCase();
  const matching = protocols.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(query));
  return (
    <div className="col">
      {protocols.length > maxWithoutSearch && (
        <input
          type="search"
          className={textField}
          aria-label={t('find')}
          placeholder={t('find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {matching.length === 0 && <p className="small faint">{t('none_found')}</p>}
      <ul className={styles.list} aria-label={t('pick')}>
        {matching.map((protocol) => (
          <li key={protocol.protocol_id}>
            <Game protocol={protocol} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Game({ protocol }: { protocol: HostableProtocol }) {
  const { t, i18n } = useTranslation('hosting');
  const problemText = useProblemText();
  const { name, description, source, mode, refusal, protocol_id } = protocol;
  return (
    <button
      type="button"
      className={styles.pick}
      data-game={protocol_id}
      aria-disabled={refusal !== null || undefined}
      onClick={() => refusal === null && setQuery({ host: protocol_id }, { replace: true })}
    >
      <span className="row wrap">
        <b>{visible(name)}</b>
        <Tag>{i18n.exists(`hosting:mode.${mode}`) ? t(`mode.${mode}` as 'mode.free') : mode}</Tag>
      </span>
      <span className="small dim block">
        {source === 'bundled' ? description : <UntrustedLine text={description} />}
      </span>
      {refusal && <span className="small bad block">{problemText(refusal).sentence}</span>}
    </button>
  );
}
