import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { canRematch } from '../../shared/tables/rematch.ts';
import { useTables } from '../core/context.tsx';
import { useAllPageActions } from '../core/page-actions.ts';
import type { Command } from './search.ts';

/** Clicks the page's own button, so that the command has all its effects. */
const clickButton = (action: string) => document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();

/** Commands of the page that is shown. */
export function usePageCommands(): Command[] {
  const { t } = useTranslation('palette');
  return useAllPageActions().map(({ id, label, keys, run }) => ({
    id: `page-${id}-${label}`,
    group: 'actions',
    label,
    keywords: t(`keywords.page.${id}`),
    ...(keys === undefined ? {} : { keys }),
    run,
  }));
}

/** Commands for the open table once it has ended. */
export function useTableCommands(): Command[] {
  const { t } = useTranslation('palette');
  const [path, navigate] = useLocation();
  const [, id = '', part] = /^\/tables\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  const table = useTables((tables) => tables.get(id));
  if (!table || !canRematch(table)) return [];
  const command = (name: 'rematch' | 'replay' | 'check' | 'export' | 'compare_copies' | 'result', run: () => void) => ({
    id: `table-${name}`,
    group: 'actions' as const,
    label: t(`table.${name}`),
    keywords: t(`keywords.table.${name}`),
    run,
  });
  const openPage = (page: string) => () => navigate(`/tables/${id}${page}`);
  const isResultPage = part === undefined;
  return [
    ...(isResultPage ? [command('rematch', () => clickButton('rematch'))] : [command('result', openPage(''))]),
    ...(part === 'replay' ? [] : [command('replay', openPage('/replay'))]),
    ...(isResultPage
      ? [command('check', () => clickButton('verify')), command('export', () => clickButton('export'))]
      : []),
    ...(part === 'compare' ? [] : [command('compare_copies', openPage('/compare'))]),
  ];
}
