import { IconLayoutGrid, IconPlayerPlay, IconStairsUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { LobbyEntry, PlayScope, PlayWish, Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { ownStrength, strongerThan } from '../../../shared/tables/play-candidates.ts';
import { useApp } from '../../core/context.tsx';
import { useSteady } from '../../notices/use-steady.ts';
import { PlaySentence } from '../../play/PlayPanel.tsx';
import { useCandidateText } from '../../play/play-text.ts';
import { ignoreKeyRepeat, type PlayControl, usePlay, usePlayWish } from '../../play/use-play.ts';
import { Button } from '../../ui/Button.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './NextGames.module.css';

/**
 * What to play after this game: whatever Play would find, a stronger opponent, or another game. A suggestion comes and goes only while neither
 * the pointer nor the focus is here, so that no button takes the place of another.
 */
export function NextGames({ table }: { table: Table }) {
  const { t } = useTranslation('play');
  const [, navigate] = useLocation();
  const wish = usePlayWish(null);
  const next = usePlay(wish);
  const stronger = usePlay(useStrongerWish(table));
  const problem = next.problem ?? stronger.problem;
  const nextCandidate = candidateOf(next);
  const strongerFound = candidateOf(stronger);
  // One table is suggested once.
  const strongerCandidate = strongerFound?.post_id === nextCandidate?.post_id ? null : strongerFound;
  const card = useRef<HTMLElement>(null);
  const hasNext = useSteady(card, nextCandidate !== null);
  const hasStronger = useSteady(card, strongerCandidate !== null);
  return (
    <section ref={card} className={styles.card} aria-label={t('next.label')}>
      {hasNext && (
        <Suggestion title={t('next.title')} play={next} scope={wish.scope} candidate={nextCandidate}>
          <Button
            data-action="next-game"
            aria-disabled={nextCandidate === null || undefined}
            onKeyDown={ignoreKeyRepeat}
            onClick={next.press}
          >
            <IconPlayerPlay size={18} stroke={1.75} aria-hidden="true" />
            {t('play')}
          </Button>
        </Suggestion>
      )}
      {hasStronger && (
        <Suggestion title={t('next.stronger')} play={stronger} scope="game" candidate={strongerCandidate}>
          <Button
            data-action="stronger"
            aria-disabled={strongerCandidate === null || undefined}
            onKeyDown={ignoreKeyRepeat}
            onClick={stronger.press}
          >
            <IconStairsUp size={18} stroke={1.75} aria-hidden="true" />
            {strongerCandidate ? t('play_name', { name: isolatedName(strongerCandidate.host.nickname) }) : t('play')}
          </Button>
        </Suggestion>
      )}
      <div className={styles.cell}>
        <IconLayoutGrid size={32} stroke={1.25} aria-hidden="true" className="good" />
        <h3>{t('next.other')}</h3>
        <p className="small dim">{t('next.choose')}</p>
        <Button data-action="other-game" onClick={() => navigate('/')}>
          {t('next.lobby')}
        </Button>
      </div>
      {problem && (
        <div className={styles.problem}>
          <ProblemLine problem={problem} />
        </div>
      )}
    </section>
  );
}

const candidateOf = ({ phase }: PlayControl): LobbyEntry | null => (phase.kind === 'ready' ? phase.candidate : null);

/** A house player of the same game, one strength above the opponent, or above the user's own strength. */
function useStrongerWish({ protocol, peer_manner }: Table): PlayWish {
  const own = useApp(({ settings, me }) => ownStrength(settings.house_strength, me?.games_played ?? 0));
  const strength = strongerThan(peer_manner ?? own);
  const { protocol_id } = protocol;
  return useMemo(
    // Above the strongest there is nobody: no game is wished for.
    () => ({
      ...{ scope: 'game', only_house: true },
      ...{ protocol_id: strength && protocol_id, strength: strength ?? 'sharp' },
    }),
    [protocol_id, strength],
  );
}

interface SuggestionProps {
  title: string;
  play: PlayControl;
  scope: PlayScope;
  /** Null while there is none, as when the seat has been taken since. */
  candidate: LobbyEntry | null;
  children: ReactNode;
}

function Suggestion({ title, play, scope, candidate, children }: SuggestionProps) {
  const { t } = useTranslation('play');
  const candidateText = useCandidateText();
  const points = candidate?.gain?.win ?? 0;
  return (
    <div className={styles.cell}>
      <Emblem bundled={candidate?.bundled ?? null} size={32} />
      <h3>{title}</h3>
      <p className="small dim">
        {candidate ? candidateText(candidate) : <PlaySentence play={play} scope={scope} />}{' '}
        {points > 0 && <b className="good">{t('next.points', { points })}</b>}
      </p>
      {children}
    </div>
  );
}
