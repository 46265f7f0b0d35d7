import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRoute } from 'wouter';
import { useStore } from 'zustand';
import { familyName } from '../core/families.ts';
import { useRoomKeys } from '../core/room-keys.ts';
import { usePageTitle } from '../ui/Page.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Select } from '../ui/Select.tsx';
import { SheetLayout } from '../ui/Sheet.tsx';
import { Leaderboard } from './Leaderboard.tsx';
import styles from './LeaderboardsRoom.module.css';
import { lastLeaderboard } from './last-leaderboard.ts';
import { leaderboardKinds } from './leaderboard.ts';
import { ProfileSheet } from './ProfileSheet.tsx';
import { useFamilies } from './queries.ts';

/** Ratings and karma of a community, with the profiles of its agents. */
export function LeaderboardsRoom() {
  const { t } = useTranslation('leaderboards');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const [, params] = useRoute('/leaderboards/agents/:key');
  const { kind, family } = useStore(lastLeaderboard);
  const families = useFamilies();
  const familySelect = useRef<HTMLSelectElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(tApp('room.leaderboards'));
  const openKey = params?.key ?? null;

  const closeProfile = () => {
    navigate('/leaderboards');
    const row = document.querySelector<HTMLElement>(`[data-agent="${CSS.escape(openKey ?? '')}"]`);
    (row ?? titleRef.current)?.focus();
  };
  useRoomKeys(familySelect, openKey !== null ? closeProfile : null);

  const familyOptions =
    family === null || families.has(family) ? [...families] : [...families, [family, familyName(families, family)]];
  return (
    <SheetLayout
      labelledBy="leaderboards-title"
      sheet={
        openKey !== null && (
          <ProfileSheet key={openKey} publicKey={openKey} families={families} onClose={closeProfile} />
        )
      }
    >
      <header className={styles.header}>
        <h1 id="leaderboards-title" ref={titleRef} tabIndex={-1}>
          {tApp('room.leaderboards')}
        </h1>
        <Segments
          label={t('board')}
          value={kind}
          options={leaderboardKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => lastLeaderboard.setState({ kind: value })}
        />
        {kind === 'rating' && (
          <Select
            ref={familySelect}
            className="end"
            label={t('family')}
            value={family ?? ''}
            options={[
              { value: '', label: t('all_games') },
              ...familyOptions.map(([value = '', label = '']) => ({ value, label })),
            ]}
            onChange={(value) => lastLeaderboard.setState({ family: value === '' ? null : value })}
          />
        )}
      </header>
      <Leaderboard
        key={`${kind} ${family}`}
        kind={kind}
        family={kind === 'rating' ? family : null}
        families={families}
        openKey={openKey}
      />
    </SheetLayout>
  );
}
