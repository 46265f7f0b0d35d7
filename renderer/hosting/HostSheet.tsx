import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { setQuery } from '../app/address.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { Empty } from '../look/Empty.tsx';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Sheet } from '../look/Sheet.tsx';
import { SlipLine } from '../look/Slip.tsx';
import { Tag } from '../look/Tag.tsx';
import { HostForm } from './HostForm.tsx';
import styles from './Hosting.module.css';

/** From this many games on, one is found by its name. */
const manyGames = 8;

interface HostSheetProps {
  /** The game that is picked; empty while one is picked. */
  protocolId: string;
  onClose(): void;
}

/** A table of one's own: first the game, then how it is played and by whom. */
export function HostSheet({ protocolId, onClose }: HostSheetProps) {
  const { t } = useTranslation('hosting');
  const bridge = useBridge();
  const words = useProblemWords();
  const { data, error } = useQuery({ queryKey: ['hostable'], queryFn: () => bridge.tables.hostable({}), staleTime: 0 });
  const picked = data?.protocols.find(({ protocol_id, refusal }) => protocol_id === protocolId && refusal === null);
  if (picked) return <HostForm key={picked.protocol_id} protocol={picked} onClose={onClose} />;
  return (
    <Sheet title={t('host')} note={t('pick_note')} onClose={onClose}>
      {error && (
        <Empty icon={null} title={words(asProblem(error)).title} code={asProblem(error).code} alert>
          {words(asProblem(error)).body}
        </Empty>
      )}
      {!data && !error && <p className="small faint">{t('loading')}</p>}
      {data && <GameList protocols={data.protocols} />}
    </Sheet>
  );
}

function GameList({ protocols }: { protocols: HostableProtocol[] }) {
  const { t } = useTranslation('hosting');
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const fitting = protocols.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(wanted));
  return (
    <>
      {protocols.length > manyGames && (
        <input
          type="search"
          className={`${styles.input} ${styles.search}`}
          aria-label={t('find')}
          placeholder={t('find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {fitting.length === 0 && <p className="small faint">{t('none_found')}</p>}
      <ul className={styles.list} aria-label={t('pick')}>
        {fitting.map((protocol) => (
          <li key={protocol.protocol_id}>
            <Game protocol={protocol} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Game({ protocol }: { protocol: HostableProtocol }) {
  const { t, i18n } = useTranslation('hosting');
  const words = useProblemWords();
  const { name, description, source, mode, family, refusal, protocol_id } = protocol;
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
        {family !== null && <span className="small faint">{visible(family)}</span>}
      </span>
      <span className="small dim block">{source === 'bundled' ? description : <SlipLine text={description} />}</span>
      {refusal && <span className="small bad block">{words(refusal).told}</span>}
    </button>
  );
}
