import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isolatedName } from '../../shared/peer-text.ts';
import { usePeopleSearch } from '../core/people-search.ts';
import { profilePath } from '../core/rooms.ts';
import { useNobodyFound } from '../people/use-nobody-found.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { shortHash } from '../ui/format.ts';
import type { Command } from './search.ts';

const debounceMs = 120;

/** Commands that open the profiles of people matching the text, and, once the search for it has ended without any, why. */
export function usePeopleCommands(text: string): { commands: Command[]; nobody: string | null } {
  const { t } = useTranslation('palette');
  const [, navigate] = useLocation();
  const [query] = useDebouncedValue(text.trim(), debounceMs);
  const { data, isPlaceholderData } = usePeopleSearch(query, query !== '');
  const nobodyFound = useNobodyFound(data?.everybody ?? false);
  if (query === '' || data === undefined) return { commands: [], nobody: null };
  const { people } = data;
  const duplicates = duplicateNames(people.map(({ public_key, name }) => ({ public_key, nickname: name })));
  const commands: Command[] = people.map(({ public_key, name, sources }) => ({
    id: `person-${public_key}`,
    group: 'people',
    label: isolatedName(name),
    // Main may have matched another name or the key.
    keywords: `${query} ${public_key}`,
    note: isDuplicate(duplicates, name) || sources.length === 0 ? shortHash(public_key) : t('profile'),
    searchOnly: true,
    run: () => navigate(profilePath(public_key)),
  }));
  return { commands, nobody: people.length > 0 || isPlaceholderData ? null : nobodyFound };
}
