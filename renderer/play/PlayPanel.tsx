import { IconPlayerPlay } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayScope } from '../../shared/bridge/contract.ts';
import { playScopes } from '../../shared/bridge/play-scopes.ts';
import { isAdmissionRefusal } from '../../shared/community/admission.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useApp, useBridge, useLobby } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useChange } from '../core/use-change.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { Button } from '../ui/Button.tsx';
import { useCommunityTrouble, useProblemText, useStillHolds } from '../ui/problem-text.ts';
import { Select } from '../ui/Select.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './PlayPanel.module.css';
import { useCandidateText } from './play-text.ts';
import { ignoreKeyRepeat, type PlayControl, type PlayPhase, usePlay, usePlayWish } from './use-play.ts';

/** The button that leads to a table in one press, with what it would find. `chosenGame`: the game that is chosen in the lobby. */
export const PlayPanel = memo(function PlayPanel({ chosenGame }: { chosenGame: string | null }) {
  const { t } = useTranslation('play');
  const wish = usePlayWish(chosenGame);
  const play = usePlay(wish);
  const gameName = useGameName();
  const { kind } = play.phase;
  const button = useRef<HTMLButtonElement>(null);
  const stops = kind === 'waiting' || kind === 'looking' || kind === 'joining';
  const goes = kind === 'joining' || kind === 'begun';
  const start = chosenGame === null ? t('play') : t('play_game', { game: gameName(chosenGame) });
  const stop = () => {
    play.stop();
    // The button for stopping goes away.
    button.current?.focus();
  };
  return (
    <div className={`${styles.panel} row gap3`}>
      <Button
        ref={button}
        variant="primary"
        size="lg"
        data-action="start-play"
        data-play={kind}
        aria-describedby="play-finds"
        aria-disabled={!goes && kind !== 'ready' && kind !== 'preparing' ? true : undefined}
        onKeyDown={ignoreKeyRepeat}
        onClick={play.press}
      >
        <IconPlayerPlay size={20} stroke={1.75} aria-hidden="true" />
        {goes ? t('to_table') : start}
      </Button>
      {/* Beside the first button and never in its place, so that a second click of a double click doesn't stop the search. */}
      {stops && (
        <Button aria-disabled={play.isStopping || undefined} onClick={stop}>
          {t('stop')}
        </Button>
      )}
      <div className={styles.words}>
        <p id="play-finds" className={styles.sentence} role="status">
          <PlaySentence play={play} scope={wish.scope} />
        </p>
        <div className={`${styles.second} row small dim`}>
          <SecondLine phase={play.phase} />
          {chosenGame === null && <ScopeSelect lastGame={wish.protocol_id} />}
        </div>
      </div>
    </div>
  );
});

/** The name of a game that has open tables. */
function useGameName(): (protocol_id: string) => string {
  const entries = useLobby((lobby) => lobby.entries);
  const book = useLabelBook();
  return (protocol_id) => {
    const name = entries.find((entry) => entry.protocol_id === protocol_id)?.protocol_name;
    return escapeInvisible(book.labelsFor(protocol_id).name(name ?? protocol_id.slice(0, 8)));
  };
}

/** What a press would find, or what became of the last one. */
export function PlaySentence({ play: { phase, problem }, scope }: { play: PlayControl; scope: PlayScope }) {
  const { t } = useTranslation('play');
  const candidateText = useCandidateText();
  const problemText = useProblemText();
  const isRegistered = useApp((app) => app.phase === 'ready');
  const isRefused = useApp(({ problem: refusal }) => refusal !== null && isAdmissionRefusal(refusal));
  const trouble = useCommunityTrouble();
  const holds = useStillHolds(problem);
  switch (phase.kind) {
    case 'ready':
      return problem && holds ? problemText(problem).sentence : candidateText(phase.candidate);
    case 'nobody':
      return phase.unrated === null ? t(`nobody.${scope}`) : candidateText(phase.unrated);
    case 'preparing':
      return t(isRegistered ? 'preparing' : isRefused ? 'not_admitted' : 'not_ready');
    case 'offline':
      return t(trouble ? 'trouble' : 'offline');
    case 'joining': {
      const { nickname } = phase.table.peer;
      return nickname === '' ? t('joining_unread') : t('joining', { name: isolatedName(nickname) });
    }
    case 'begun':
      return t('begun', { name: isolatedName(phase.table.peer.nickname) });
    default:
      return t(phase.kind);
  }
}

function SecondLine({ phase }: { phase: PlayPhase }) {
  const { t } = useTranslation('play');
  const isChallenged = useLobby(({ entries }) => entries.some(({ for_me }) => for_me));
  if (phase.kind === 'nobody' && phase.unrated) {
    const { post_id } = phase.unrated;
    return (
      <>
        <span>{t('for_points')}</span>
        <TextButton
          data-action="see-unrated"
          onClick={() => setQuery({ table: post_id, host: null, mine: null, network: null })}
        >
          {t('see_table')}
        </TextButton>
      </>
    );
  }
  if (phase.kind !== 'ready') return null;
  const { candidate, next, isDeprecated } = phase;
  if (isDeprecated) return <span>{t('deprecated')}</span>;
  if (!candidate.known) return <span>{t('asks')}</span>;
  // Play leaves challenges to the user, who answers them one by one.
  if (candidate.house) return <span>{t(isChallenged ? 'challenged' : 'no_person')}</span>;
  return next && <span>{t(next.house ? 'else_house' : 'else_other')}</span>;
}

/** Which tables Play may choose; kept in the settings. */
function ScopeSelect({ lastGame }: { lastGame: string | null }) {
  const { t } = useTranslation('play');
  const bridge = useBridge();
  const gameName = useGameName();
  const setting = useApp(({ settings }) => settings.play_scope);
  const { pending, change } = useChange((play_scope: typeof setting) => bridge.app.set_settings({ play_scope }));
  const scopes = playScopes.filter((scope) => scope !== 'game' || lastGame !== null);
  const value = pending ?? setting;
  return (
    <Select
      className={styles.scope}
      label={t('scope.label')}
      value={scopes.includes(value) ? value : 'known'}
      options={scopes.map((scope) => ({
        value: scope,
        label: scope === 'game' ? t('scope.game', { game: gameName(lastGame ?? '') }) : t(`scope.${scope}`),
      }))}
      onChange={change}
    />
  );
}
