import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { crowds, type LobbyFilter } from './filter.ts';
import styles from './Lobby.module.css';

interface LobbyFiltersProps {
  filter: LobbyFilter;
  onChange(filter: LobbyFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

export function LobbyFilters({ filter, onChange, searchRef }: LobbyFiltersProps) {
  const { t } = useTranslation('lobby');
  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <label className={`${styles.search} wide`}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          ref={searchRef}
          type="search"
          aria-label={t('name_or_game')}
          placeholder={t('name_or_game')}
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      {crowds.map((crowd) => (
        <button
          key={crowd}
          type="button"
          className={styles.chip}
          aria-pressed={filter.crowd === crowd}
          onClick={() => onChange({ ...filter, crowd })}
        >
          {t(`crowd.${crowd}`)}
        </button>
      ))}
    </search>
  );
}
