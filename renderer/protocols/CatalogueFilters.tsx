import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../look/Chip.tsx';
import { visible } from '../look/peer-text.ts';
import { SearchField } from '../look/SearchField.tsx';
import { Select } from '../look/Select.tsx';
import styles from './Catalogue.module.css';
import { type CatalogueFilter, type choicesOf, places, statuses } from './filter.ts';
import { useTypeWords } from './words.ts';

interface CatalogueFiltersProps {
  filter: CatalogueFilter;
  choices: ReturnType<typeof choicesOf>;
  onChange(filter: CatalogueFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

export function CatalogueFilters({ filter, choices, onChange, searchRef }: CatalogueFiltersProps) {
  const { t } = useTranslation('protocols');
  const typeWords = useTypeWords();
  const one = (part: 'status' | 'family' | 'type' | 'tag', options: { value: string; label: string }[]) => (
    <Select
      label={t(`label.${part}`)}
      value={filter[part] as string}
      options={[{ value: '', label: t(`any.${part}`) }, ...options]}
      onChange={(value) => onChange({ ...filter, [part]: value })}
      className={styles.pick}
    />
  );
  const words = (value: string) => ({ value, label: visible(value) });
  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <SearchField
        ref={searchRef}
        label={t('find')}
        value={filter.text}
        maxLength={200}
        onChange={(text) => onChange({ ...filter, text })}
      />
      {places.map((place) => (
        <Chip key={place} aria-pressed={filter.place === place} onClick={() => onChange({ ...filter, place })}>
          {t(`place.${place}`)}
        </Chip>
      ))}
      {one(
        'status',
        statuses.map((value) => ({ value, label: t(`status.${value}`) })),
      )}
      {one(
        'type',
        choices.types.map((value) => ({ value, label: typeWords(value) })),
      )}
      {choices.families.length > 0 && one('family', choices.families.map(words))}
      {choices.tags.length > 0 && one('tag', choices.tags.map(words))}
    </search>
  );
}
