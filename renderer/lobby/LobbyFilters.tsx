import { IconFilter } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useLobby } from '../core/context.tsx';
import { useTagText } from '../core/tag-text.ts';
import { Chip } from '../ui/Chip.tsx';
import { FilterBar, FilterSelect } from '../ui/FilterBar.tsx';
import { activeParts, crowds, filterChoices, type LobbyFilter, modes, readRating } from './filter.ts';
import { useFamilyName } from './filter-text.ts';
import styles from './LobbyFilters.module.css';

interface LobbyFiltersProps {
  filter: LobbyFilter;
  onChange(filter: LobbyFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

/** The lobby's filter bar; the less common filters are collapsed until one is set. */
export function LobbyFilters({ filter, onChange, searchRef }: LobbyFiltersProps) {
  const { t } = useTranslation('lobby');
  const moreCount = activeParts(filter).filter((part) => part !== 'text' && part !== 'crowd').length;
  const [isOpen, setIsOpen] = useState(moreCount > 0);
  return (
    <FilterBar
      label={t('filters')}
      searchText={filter.text}
      searchLabel={t('name_or_game')}
      onSearch={(text) => onChange({ ...filter, text })}
      searchRef={searchRef}
      choices={crowds.map((value) => ({ value, label: t(`crowd.${value}`) }))}
      selectedChoice={filter.crowd}
      onChoice={(crowd) => onChange({ ...filter, crowd })}
      bordered
    >
      <Chip aria-expanded={isOpen} data-on={moreCount > 0 || undefined} onClick={() => setIsOpen(!isOpen)}>
        <IconFilter size={15} stroke={1.75} aria-hidden="true" />
        {moreCount > 0 ? t('more_filters_on', { count: moreCount }) : t('more_filters')}
      </Chip>
      {isOpen && <MoreFilters filter={filter} onChange={onChange} />}
    </FilterBar>
  );
}

/** Filters by game, family, control mode, tag and rating. */
function MoreFilters({ filter, onChange }: Omit<LobbyFiltersProps, 'searchRef'>) {
  const { t } = useTranslation('lobby');
  const { t: tTables } = useTranslation('tables');
  const entries = useLobby((lobby) => lobby.entries);
  const { games, families, tags } = filterChoices(entries, filter);
  const familyName = useFamilyName();
  const tagText = useTagText();
  const renderSelect = (
    part: 'game' | 'family' | 'mode' | 'tag',
    values: readonly string[],
    text: (value: string) => string,
  ) => (
    <FilterSelect
      label={t(`label.${part}`)}
      allLabel={t(`all.${part}`)}
      value={filter[part]}
      options={values.map((value) => ({ value, label: text(value) }))}
      onChange={(value) => onChange({ ...filter, [part]: value })}
    />
  );
  const gameNames = new Map(games.map(({ id, name }) => [id, name]));
  return (
    <div className={`row wrap ${styles.moreFilters}`}>
      {renderSelect('game', [...gameNames.keys()], (id) => escapeInvisible(gameNames.get(id) ?? id))}
      {families.length > 0 && renderSelect('family', families, familyName)}
      {renderSelect('mode', modes, (value) => tTables(`mode.${value as (typeof modes)[number]}`))}
      {tags.length > 0 && renderSelect('tag', tags, tagText)}
      <RatingInput label={t('rating_from')} value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
      <RatingInput label={t('rating_to')} value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
    </div>
  );
}

interface RatingInputProps {
  label: string;
  value: number | null;
  onChange(value: number | null): void;
}

function RatingInput({ label, value, onChange }: RatingInputProps) {
  return (
    <label className={styles.rating}>
      <span className="small dim">{label}</span>
      <input
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const points = readRating(text);
          if (points !== null || text.trim() === '') onChange(points);
        }}
      />
    </label>
  );
}
