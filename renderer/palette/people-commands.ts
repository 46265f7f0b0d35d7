import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isolatedName } from '../../shared/peer-text.ts';
import { usePeopleSearch } from '../core/people-search.ts';
import { profilePath } from '../core/rooms.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { shortHash } from '../ui/format.ts';
import type { Command } from './search.ts';

const debounceMs = 120;

/** Commands that open the profiles of people matching the text. */
export function usePeopleCommands(text: string): Command[] {
  const { t } = useTranslation('palette');
  const [, navigate] = useLocation();
  const [query] = useDebouncedValue(text.trim(), debounceMs);
  const { data = [] } = usePeopleSearch(query, query !== '');
  if (query === '') return [];
  const duplicates = duplicateNames(data.map(({ public_key, name }) => ({ public_key, nickname: name })));
  return data.map(({ public_key, name, sources }) => ({
    id: `person-${public_key}`,
    group: 'people',
    label: isolatedName(name),
    // Main may have matched another name or the key.
    keywords: `${query} ${public_key}`,
    note: isDuplicate(duplicates, name) || sources.length === 0 ? shortHash(public_key) : t('profile'),
    searchOnly: true,
    run: () => navigate(profilePath(public_key)),
  }));
}
