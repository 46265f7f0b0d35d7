import { IconFilter } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useTagText } from '../core/tag-text.ts';
import { Chip } from '../ui/Chip.tsx';
import { FilterBar, FilterSelect } from '../ui/FilterBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { activeParts, crowds, type LobbyFilter, modes, readRating } from './filter.ts';
import { useFamilyName, useFilterChoices } from './filter-text.ts';
import styles from './LobbyFilters.module.css';
import type { LobbyView } from './order.ts';

interface FilterProps {
  filter: LobbyFilter;
  onChange(filter: LobbyFilter): void;
}

interface LobbyFiltersProps extends FilterProps {
  searchRef: Ref<HTMLInputElement>;
  view: LobbyView;
  onView(view: LobbyView): void;
}

const views: readonly LobbyView[] = ['game', 'person'];

/** The lobby's filter bar; the less common filters are collapsed until one is set. */
export function LobbyFilters({ filter, onChange, searchRef, view, onView }: LobbyFiltersProps) {
  const { t } = useTranslation('lobby');
  const moreCount = activeParts(filter).filter((part) => !['text', 'crowd', 'game'].includes(part)).length;
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
      <GameSelect filter={filter} onChange={onChange} />
      <Chip aria-expanded={isOpen} data-on={moreCount > 0 || undefined} onClick={() => setIsOpen(!isOpen)}>
        <IconFilter size={15} stroke={1.75} aria-hidden="true" />
        {moreCount > 0 ? t('more_filters_on', { count: moreCount }) : t('more_filters')}
      </Chip>
      <Segments
        label={t('view.label')}
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={onView}
      />
      {isOpen && <MoreFilters filter={filter} onChange={onChange} />}
    </FilterBar>
  );
}

/** Chooses a game where there is no room for the column of games. */
function GameSelect({ filter, onChange }: FilterProps) {
  const { t } = useTranslation('lobby');
  const { games } = useFilterChoices(filter);
  return (
    <span className={styles.game}>
      <FilterSelect
        label={t('label.game')}
        allLabel={t('all.game')}
        value={filter.game}
        options={games.map(({ id, name }) => ({ value: id, label: escapeInvisible(name) }))}
        onChange={(game) => onChange({ ...filter, game })}
      />
    </span>
  );
}

/** Filters by family, control mode, tag and rating. */
function MoreFilters({ filter, onChange }: FilterProps) {
  const { t } = useTranslation('lobby');
  const { t: tApp } = useTranslation();
  const { families, tags } = useFilterChoices(filter);
  const familyName = useFamilyName();
  const tagText = useTagText();
  const renderSelect = (
    part: 'family' | 'mode' | 'tag',
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
  return (
    <div className={`row wrap ${styles.moreFilters}`}>
      {families.length > 0 && renderSelect('family', families, familyName)}
      {renderSelect('mode', modes, (value) => tApp(`mode.${value as (typeof modes)[number]}`))}
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
