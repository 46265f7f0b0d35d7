import { IconLayoutGrid } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useDeprecations } from '../core/deprecations.ts';
import { useListKeys } from '../core/list-keys.ts';
import { DeprecatedTag } from '../hosting/DeprecatedTag.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import styles from './GamesColumn.module.css';
import type { LobbyGame } from './games.ts';

interface GamesColumnProps {
  games: readonly LobbyGame[];
  /** A protocol id; empty for all games. */
  selected: string;
  onSelect(protocol_id: string): void;
}

/** The games with open tables, and how many wait at each; one of them can be chosen. */
export const GamesColumn = memo(function GamesColumn({ games, selected, onSelect }: GamesColumnProps) {
  const { t } = useTranslation('lobby');
  const list = useRef<HTMLUListElement>(null);
  const rows = [
    {
      protocol_id: '',
      name: t('all.game'),
      bundled: null,
      waiting: games.reduce((sum, game) => sum + game.waiting, 0),
    },
    ...games,
  ];
  const deprecations = useDeprecations(
    games.filter(({ bundled }) => bundled === null).map(({ protocol_id }) => protocol_id),
  );
  const [focusedIndex, setFocusedIndex] = useState(-1);
  const names = rows.map(({ name }) => name);
  const selectedIndex = Math.max(
    0,
    rows.findIndex(({ protocol_id }) => protocol_id === selected),
  );
  const onKeyDown = useListKeys(names, focusedIndex, (index) =>
    list.current?.querySelectorAll('button')[index]?.focus(),
  );
  return (
    <nav className={styles.column} aria-labelledby="games-title">
      <div className={`${styles.head} row small`}>
        <h2 id="games-title" className="small grow">
          {t('games')}
        </h2>
        <span className="micro faint">{t('waiting_now')}</span>
      </div>
      <ul ref={list} onKeyDown={onKeyDown}>
        {rows.map(({ protocol_id, name, bundled, waiting }, index) => (
          <li key={protocol_id}>
            <button
              type="button"
              className={`${styles.game} row`}
              data-game-filter={protocol_id}
              aria-pressed={index === selectedIndex}
              tabIndex={index === selectedIndex ? 0 : -1}
              onClick={() => onSelect(protocol_id)}
              onFocus={() => setFocusedIndex(index)}
            >
              {protocol_id === '' ? (
                <IconLayoutGrid size={20} stroke={1.75} aria-hidden="true" className={styles.all} />
              ) : (
                <Emblem bundled={bundled} size={24} />
              )}
              <span className="grow row">
                <bdi className="truncate">{escapeInvisible(name)}</bdi>
                {/* It arrives after the list, and must not make its row taller. */}
                {deprecations.has(protocol_id) && <DeprecatedTag />}
              </span>
              {waiting > 0 && (
                <span className="strong small" aria-label={t('section.waiting', { count: waiting })} role="img">
                  {waiting}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
});
