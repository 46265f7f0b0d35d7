import { IconX } from '@tabler/icons-react';
import { useQuery as useMainQuery } from '@tanstack/react-query';
import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readPlayedGames } from '../../../shared/bridge/read-all.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { useLabelBook } from '../../core/use-labels.ts';
import { Chip } from '../../ui/Chip.tsx';
import { FilterBar, FilterSelect } from '../../ui/FilterBar.tsx';
import { useHistoryKey } from '../history/history-key.ts';
import { DayField } from './DayField.tsx';
import { endChoices, type ListFilter, periods } from './filter.ts';

interface TableFiltersProps {
  filter: ListFilter;
  /** Name of the opponent that the filter is limited to, safe to show. */
  opponentName: string;
  searchRef: Ref<HTMLInputElement>;
  onChange(filter: ListFilter): void;
}

/** The filters of the table list: search, outcome, game, time and opponent. */
export function TableFilters({ filter, opponentName, searchRef, onChange }: TableFiltersProps) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const book = useLabelBook();
  const games = useMainQuery({ queryKey: useHistoryKey('games'), queryFn: () => readPlayedGames(bridge) });
  const change = (changes: Partial<ListFilter>) => onChange({ ...filter, ...changes });
  const gameOptions = useMemo(
    () =>
      (games.data ?? [])
        .map(({ protocol_id, name }) => ({
          value: protocol_id,
          label: escapeInvisible(book.labelsFor(protocol_id).name(name)),
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [games.data, book],
  );
  return (
    <FilterBar
      label={t('filter.label')}
      searchText={filter.text}
      searchLabel={t('filter.text')}
      onSearch={(text) => change({ text })}
      searchRef={searchRef}
      choices={endChoices.map((value) => ({ value, label: t(`filter.end.${value}`) }))}
      selectedChoice={filter.end}
      onChoice={(end) => change({ end })}
    >
      <FilterSelect
        label={t('filter.game')}
        allLabel={t('filter.all_games')}
        value={filter.game}
        options={gameOptions}
        onChange={(game) => change({ game })}
      />
      <FilterSelect
        label={t('filter.period')}
        allLabel={t('filter.periods.any')}
        value={filter.period === 'any' ? '' : filter.period}
        options={periods
          .filter((value) => value !== 'any')
          .map((value) => ({ value, label: t(`filter.periods.${value}`) }))}
        onChange={(value) => change({ period: periods.find((period) => period === value) ?? 'any' })}
      />
      {filter.period === 'between' &&
        (['from', 'to'] as const).map((part) => (
          <DayField
            key={part}
            label={t(`filter.${part}`)}
            value={filter[part]}
            onChange={(day) => change({ [part]: day })}
          />
        ))}
      {filter.opponent !== '' && (
        <Chip
          aria-pressed
          onClick={() => change({ opponent: '' })}
          aria-label={t('filter.not_only', { name: opponentName })}
        >
          {t('filter.against', { name: opponentName })}
          <IconX size={15} stroke={1.75} aria-hidden="true" />
        </Chip>
      )}
    </FilterBar>
  );
}
