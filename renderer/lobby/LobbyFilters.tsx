import { IconFilter } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLobby } from '../app/context.tsx';
import { Chip } from '../look/Chip.tsx';
import { visible } from '../look/peer-text.ts';
import { SearchField } from '../look/SearchField.tsx';
import { Select } from '../look/Select.tsx';
import { activeParts, choicesOf, crowds, type LobbyFilter, readPoints } from './filter.ts';
import styles from './Lobby.module.css';

interface LobbyFiltersProps {
  filter: LobbyFilter;
  onChange(filter: LobbyFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

const modes = ['human', 'hybrid', 'autonomous'] as const;

export function LobbyFilters({ filter, onChange, searchRef }: LobbyFiltersProps) {
  const { t } = useTranslation('lobby');
  const more = activeParts(filter).filter((part) => part !== 'text' && part !== 'crowd').length;
  const [open, setOpen] = useState(more > 0);
  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <SearchField
        ref={searchRef}
        label={t('name_or_game')}
        value={filter.text}
        maxLength={200}
        onChange={(text) => onChange({ ...filter, text })}
      />
      {crowds.map((crowd) => (
        <Chip key={crowd} aria-pressed={filter.crowd === crowd} onClick={() => onChange({ ...filter, crowd })}>
          {t(`crowd.${crowd}`)}
        </Chip>
      ))}
      <Chip aria-expanded={open} data-on={more > 0 || undefined} onClick={() => setOpen(!open)}>
        <IconFilter size={15} stroke={1.75} aria-hidden="true" />
        {more > 0 ? t('more_filters_on', { count: more }) : t('more_filters')}
      </Chip>
      {open && <MoreFilters filter={filter} onChange={onChange} />}
    </search>
  );
}

/** By game, family, the host's seat, tag and rating, out of what is open now. */
function MoreFilters({ filter, onChange }: Omit<LobbyFiltersProps, 'searchRef'>) {
  const { t } = useTranslation('lobby');
  const { t: tables } = useTranslation('tables');
  const entries = useLobby((lobby) => lobby.entries);
  const { games, families, tags } = choicesOf(entries, filter);
  const one = (part: 'game' | 'family' | 'mode' | 'tag', options: { value: string; label: string }[]) => (
    <Select
      label={t(`label.${part}`)}
      value={filter[part]}
      options={[{ value: '', label: t(`all.${part}`) }, ...options]}
      onChange={(value) => onChange({ ...filter, [part]: value })}
      className={styles.pick}
    />
  );
  const words = (value: string) => ({ value, label: visible(value) });
  return (
    <div className={styles.more}>
      {one(
        'game',
        games.map(({ id, name }) => ({ value: id, label: visible(name) })),
      )}
      {families.length > 0 && one('family', families.map(words))}
      {one(
        'mode',
        modes.map((value) => ({ value, label: tables(`mode.${value}`) })),
      )}
      {tags.length > 0 && one('tag', tags.map(words))}
      <Points label={t('rating_from')} value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
      <Points label={t('rating_to')} value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
    </div>
  );
}

interface PointsProps {
  label: string;
  value: number | null;
  onChange(value: number | null): void;
}

function Points({ label, value, onChange }: PointsProps) {
  return (
    <label className={styles.points}>
      <span className="small dim">{label}</span>
      <input
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const points = readPoints(text);
          if (points !== null || text.trim() === '') onChange(points);
        }}
      />
    </label>
  );
}
