import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deprecation, HostableProtocol } from '../../shared/bridge/contract.ts';
import { readHostable } from '../../shared/bridge/read-all.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { useDeprecations } from '../core/deprecations.ts';
import { setQuery } from '../core/hash-location.ts';
import { lastGame } from '../core/rooms.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { Hash } from '../ui/Hash.tsx';
import { ProblemState } from '../ui/ProblemState.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import { DeprecatedTag } from './DeprecatedTag.tsx';
import { DeprecationLine } from './DeprecationLine.tsx';
import { HostForm } from './HostForm.tsx';
import styles from './HostSheet.module.css';
import type { HostFormChoices } from './host-request.ts';
import { useChallengedName } from './use-challenged-name.ts';

interface HostSheetProps {
  /** The picked game, or `lastGame`; empty while none is picked. */
  protocolId: string;
  /** Public key of the challenged player; null if the form asks who may join. */
  guestKey: string | null;
  onClose(): void;
}

/** Opens a new table: first pick the game, then its options. */
export function HostSheet({ protocolId, guestKey, onClose }: HostSheetProps) {
  const { t } = useTranslation('hosting');
  const bridge = useBridge();
  const book = useLabelBook();
  const name = useChallengedName(guestKey);
  const { data, error } = useQuery({
    queryKey: ['hostable'],
    queryFn: async () => ({ protocols: await readHostable(bridge) }),
    staleTime: 0,
    select: useCallback(
      (hostable: { protocols: HostableProtocol[] }) => ({ protocols: hostable.protocols.map(book.protocol) }),
      [book],
    ),
  });
  const picked = usePickedGame(protocolId, guestKey);
  const selectedGame = data?.protocols.find(
    ({ protocol_id, refusal }) => protocol_id === picked.id && refusal === null,
  );
  const problem = error ?? picked.error;
  const [chosen, setChosen] = useState<HostFormChoices>({ values: {}, options: {} });
  if (selectedGame)
    return (
      <HostForm
        key={selectedGame.protocol_id}
        {...{ protocol: selectedGame, guestKey, chosen, onClose }}
        onChoose={setChosen}
      />
    );
  return (
    <Sheet
      title={guestKey === null ? t('host') : t('challenge_title', { name })}
      note={
        <span className="row wrap">
          {t('pick_note')}
          {guestKey !== null && <LookAlike person={{ public_key: guestKey, nickname: name }} />}
        </span>
      }
      onClose={onClose}
    >
      {problem && <ProblemState error={problem} />}
      {(!data || picked.isLooking) && !problem && <p className="small faint">{t('loading')}</p>}
      {data && !picked.isLooking && <GameList protocols={data.protocols} />}
    </Sheet>
  );
}

/** The id of the picked game. For `lastGame` the one played last, with the challenged player if there is one; empty before the first. */
function usePickedGame(protocolId: string, guestKey: string | null) {
  const bridge = useBridge();
  const isLast = protocolId === lastGame;
  const { data, isPending, error } = useQuery({
    queryKey: ['tables', 'last-game', guestKey],
    enabled: isLast,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const newest = async (filter: { public_key?: string }) =>
        (await bridge.tables.rows({ ...filter, limit: 1 })).rows[0]?.protocol.protocol_id;
      return (guestKey && (await newest({ public_key: guestKey }))) ?? (await newest({})) ?? '';
    },
  });
  return { id: isLast ? (data ?? '') : protocolId, isLooking: isLast && isPending, error };
}

const pickGame = ({ protocol_id }: HostableProtocol) => setQuery({ host: protocol_id }, { replace: true });

/** A game is found by typing its name; Enter picks the first that can be played, and is not deprecated if another isn't. */
function GameList({ protocols }: { protocols: HostableProtocol[] }) {
  const { t } = useTranslation('hosting');
  const [text, setText] = useState('');
  const query = text.trim().toLowerCase();
  const has = (part: string) => part.toLowerCase().includes(query);
  const named = protocols.filter(({ name }) => has(name));
  const described = protocols.filter(({ name, description }) => !has(name) && has(description));
  const matchingGames = [...named, ...described];
  const playableGames = matchingGames.filter(({ refusal }) => refusal === null);
  const deprecations = useDeprecations(idsOfOthers(protocols));
  const duplicates = duplicateNames(
    protocols.map(({ name, protocol_id }) => ({ nickname: name, public_key: protocol_id })),
  );
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = playableGames.find(({ protocol_id }) => !deprecations.has(protocol_id)) ?? playableGames[0];
    if (first) pickGame(first);
  };
  return (
    <div className="col">
      <form onSubmit={submit} className={styles.search}>
        <SearchField ref={search} label={t('find')} value={text} onChange={setText} />
      </form>
      {matchingGames.length === 0 && <p className="small faint">{t('none_found')}</p>}
      <ul className={styles.list} aria-label={t('pick')}>
        {matchingGames.map((protocol) => (
          <li key={protocol.protocol_id}>
            <GameButton
              protocol={protocol}
              deprecation={deprecations.get(protocol.protocol_id) ?? null}
              showId={isDuplicate(duplicates, protocol.name)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const idsOfOthers = (protocols: readonly HostableProtocol[]) =>
  protocols.filter(({ source }) => source !== 'bundled').map(({ protocol_id }) => protocol_id);

interface GameButtonProps {
  protocol: HostableProtocol;
  deprecation: Deprecation | null;
  /** Another protocol has the same name. */
  showId: boolean;
}

function GameButton({ protocol, deprecation, showId }: GameButtonProps) {
  const { t, i18n } = useTranslation('hosting');
  const problemText = useProblemText();
  const { name, description, source, mode, refusal, protocol_id } = protocol;
  return (
    <button
      type="button"
      className={styles.game}
      data-game={protocol_id}
      aria-disabled={refusal !== null || undefined}
      onClick={() => refusal === null && pickGame(protocol)}
    >
      <span className="row wrap">
        <b>{escapeInvisible(name)}</b>
        {deprecation && <DeprecatedTag />}
        {showId && <Hash value={protocol_id} className="micro faint" />}
        <Tag>{i18n.exists(`hosting:mode.${mode}`) ? t(`mode.${mode}` as 'mode.free') : mode}</Tag>
      </span>
      <span className="small dim block">
        {source === 'bundled' ? description : <UntrustedLine text={description} />}
      </span>
      {deprecation && (
        <span className="small dim block">
          <DeprecationLine deprecation={deprecation} />
        </span>
      )}
      {refusal && <span className="small bad block">{problemText(refusal).sentence}</span>}
    </button>
  );
}
