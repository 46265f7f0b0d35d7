import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { useLabels } from '../../core/use-labels.ts';

/** How to make the first move in a game that the user has never finished; null otherwise. */
export function useFirstGameHint(table: Table): string | null {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  const { protocol_id, name, mode } = table.protocol;
  const { guide } = useLabels(protocol_id);
  const isFirstMove =
    table.phase === 'playing' && !table.moves.some(({ by, automatic }) => by === table.role && !automatic);
  const { data } = useQuery({
    queryKey: ['has-finished', identity, protocol_id],
    enabled: guide !== null && isFirstMove && table.control_mode === 'human' && table.client === null,
    queryFn: () => bridge.tables.has_finished({ protocol_id }),
  });
  if (!guide || !isFirstMove || data?.finished !== false) return null;
  return mode === 'free' ? guide.hint : t('bar.hint', { game: name, hint: guide.hint });
}
