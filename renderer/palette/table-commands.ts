import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { canRematch } from '../../shared/tables/rematch.ts';
import { useTables } from '../app/context.tsx';
import type { Command } from './commands.ts';

/** What stands on the page is done by its own button, with everything that goes with it. */
const press = (action: string) => document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();

/** What can be done with the table that is open. */
export function useTableCommands(): Command[] {
  const { t } = useTranslation('palette');
  const [path, go] = useLocation();
  const [, id = '', part] = /^\/tables\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  const table = useTables((tables) => tables.get(id));
  if (!table || !canRematch(table)) return [];
  const command = (name: 'rematch' | 'replay' | 'check' | 'export' | 'compare_copies' | 'result', run: () => void) => ({
    id: `table-${name}`,
    group: 'actions' as const,
    label: t(`table.${name}`),
    run,
  });
  const to = (where: string) => () => go(`/tables/${id}${where}`);
  const onResult = part === undefined;
  return [
    ...(onResult ? [command('rematch', () => press('rematch'))] : [command('result', to(''))]),
    ...(part === 'replay' ? [] : [command('replay', to('/replay'))]),
    ...(onResult ? [command('check', () => press('verify')), command('export', () => press('export'))] : []),
    ...(part === 'compare' ? [] : [command('compare_copies', to('/compare'))]),
  ];
}
