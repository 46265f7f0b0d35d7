import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { useBridge } from '../core/context.tsx';
import { useChange } from '../core/use-change.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';

/** Saving takes milliseconds; only a longer one is worth a word. */
const noteAfterMs = 500;

/**
 * Saves settings. Controls show what main has, so a change that could not be saved never looks like one; `outcome` says why, or that it
 * is still being saved.
 */
export function useChangeSettings(): { change(changes: Partial<Settings>): void; outcome: ReactNode } {
  const bridge = useBridge();
  const { change, pending, problem } = useChange((changes: Partial<Settings>) => bridge.app.set_settings(changes));
  return { change, outcome: problem ? <ProblemLine problem={problem} /> : pending && <Saving /> };
}

function Saving() {
  const { t } = useTranslation('settings');
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), noteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="small dim" role="status">
      {isShown && t('saving')}
    </p>
  );
}
