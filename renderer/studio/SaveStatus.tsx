import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { formatTimeSeconds } from '../ui/format.ts';

/** The time of the latest save, and what it did to the running game. */
export function SaveStatus({ project }: { project: StudioProject }) {
  const { t, i18n } = useTranslation('studio');
  const { change, saved_at, took_ms, stale } = project;
  const savedTime = formatTimeSeconds(i18n.language, saved_at);
  const outcome = stale.game ? 'waits' : change?.kept_game ? 'kept' : 'anew';
  const text =
    change === null ? t('read_at', { at: savedTime }) : t(`saved.${outcome}`, { at: savedTime, ms: took_ms });
  return (
    <p className="small dim truncate" data-testid="saved" data-took={took_ms}>
      {text}
    </p>
  );
}
