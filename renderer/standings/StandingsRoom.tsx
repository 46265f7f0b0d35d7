import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRoute } from 'wouter';
import { useStore } from 'zustand';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { usePageTitle } from '../app/Page.tsx';
import { Segments } from '../look/Segments.tsx';
import { Select } from '../look/Select.tsx';
import { SheetPlace } from '../look/Sheet.tsx';
import { useFamilies } from './asking.ts';
import { Board } from './Board.tsx';
import { kinds } from './board.ts';
import { chosenBoard } from './chosen.ts';
import { familyName } from './families.ts';
import { ProfileSheet } from './ProfileSheet.tsx';
import styles from './Standings.module.css';

/** Ratings and karma of a community, and who stands behind each name. */
export function StandingsRoom() {
  const { t } = useTranslation('standings');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const [, params] = useRoute('/boards/agents/:key');
  const { kind, family } = useStore(chosenBoard);
  const families = useFamilies();
  const filter = useRef<HTMLSelectElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const withModifier = useModifier();
  usePageTitle(frame('room.standings'));
  const open = params?.key ?? null;

  const close = () => {
    go('/boards');
    const row = document.querySelector<HTMLElement>(`[data-agent="${CSS.escape(open ?? '')}"]`);
    (row ?? title.current)?.focus();
  };
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    if (withModifier(event) && !event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      filter.current?.focus();
    } else if (event.key === 'Escape' && open !== null) close();
  });

  const known =
    family === null || families.has(family) ? [...families] : [...families, [family, familyName(families, family)]];
  return (
    <SheetPlace
      labelledBy="standings-title"
      sheet={open !== null && <ProfileSheet key={open} publicKey={open} families={families} onClose={close} />}
    >
      <header className={styles.head}>
        <h1 id="standings-title" ref={title} tabIndex={-1}>
          {frame('room.standings')}
        </h1>
        <Segments
          label={t('board')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => chosenBoard.setState({ kind: value })}
        />
        {kind === 'rating' && (
          <Select
            ref={filter}
            className="end"
            label={t('family')}
            value={family ?? ''}
            options={[
              { value: '', label: t('all_games') },
              ...known.map(([value = '', label = '']) => ({ value, label })),
            ]}
            onChange={(value) => chosenBoard.setState({ family: value === '' ? null : value })}
          />
        )}
      </header>
      <Board
        key={`${kind} ${family}`}
        kind={kind}
        family={kind === 'rating' ? family : null}
        families={families}
        open={open}
      />
    </SheetPlace>
  );
}
