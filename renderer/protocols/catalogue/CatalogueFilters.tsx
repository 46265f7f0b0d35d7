import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useFamilyText, useTagText } from '../../core/tag-text.ts';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';
import { useTypeText } from '../spec-text.ts';
import { type CatalogueFilter, type choicesOf, locations, statuses } from './filter.ts';

interface CatalogueFiltersProps {
  filter: CatalogueFilter;
  choices: ReturnType<typeof choicesOf>;
  onChange(filter: CatalogueFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

/** The catalogue's filter bar. */
export function CatalogueFilters({ filter, choices, onChange, searchRef }: CatalogueFiltersProps) {
  const { t } = useTranslation('protocols');
  const familyText = useFamilyText();
  const typeText = useTypeText();
  const tagText = useTagText();
  const select = (
    part: 'status' | 'family' | 'type' | 'tag',
    values: readonly string[],
    text: (value: string) => string,
  ) => (
    <FilterSelect
      label={t(`label.${part}`)}
      allLabel={t(`any.${part}`)}
      value={filter[part]}
      options={values.map((value) => ({ value, label: text(value) }))}
      onChange={(value) => onChange({ ...filter, [part]: value })}
    />
  );
  return (
    <FilterBar
      label={t('filters')}
      searchText={filter.text}
      searchLabel={t('find')}
      onSearch={(text) => onChange({ ...filter, text })}
      searchRef={searchRef}
      choices={locations.map((value) => ({ value, label: t(`place.${value}`) }))}
      selectedChoice={filter.location}
      onChoice={(location) => onChange({ ...filter, location })}
      bordered
    >
      {select('status', statuses, (value) => t(`status.${value as (typeof statuses)[number]}`))}
      {select('type', choices.types, typeText)}
      {choices.families.length > 0 && select('family', choices.families, familyText)}
      {choices.tags.length > 0 && select('tag', choices.tags, tagText)}
    </FilterBar>
  );
}
