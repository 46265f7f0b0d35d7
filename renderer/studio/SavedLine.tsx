import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { clockTimeSeconds } from '../look/format.ts';

/** What the newest save was, and what became of the game. */
export function SavedLine({ project }: { project: StudioProject }) {
  const { t, i18n } = useTranslation('studio');
  const { folder, own, change, saved_at, took_ms } = project;
  const at = clockTimeSeconds(i18n.language, saved_at);
  const words =
    change === null ? t('read_at', { at }) : t(change.kept_game ? 'saved.kept' : 'saved.anew', { at, ms: took_ms });
  return (
    <p className="small dim cut" data-testid="saved" data-took={took_ms}>
      <span className="mono">{own ? `studio/${folder}` : folder}</span> {words}
    </p>
  );
}
