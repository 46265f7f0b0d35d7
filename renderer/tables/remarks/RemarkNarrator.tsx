import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { SpokenLog, useSpokenLines } from '../SpokenLog.tsx';
import { useRemarkText } from './use-remark-text.ts';
import { peerRemarks, useRemarks } from './use-remarks.ts';

/** Says to screen readers what the other side says beside the game while the page is open. */
export function RemarkNarrator({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const textOf = useRemarkText();
  const state = useRemarks(table);
  const remarks = peerRemarks(state, table);
  const newest = remarks.at(-1)?.number ?? 0;
  // What was said before the page was opened has been said already.
  const spokenUntil = useRef<number | null>(null);
  const spoken = useSpokenLines();
  const isKnown = state !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new remark
  useEffect(() => {
    if (!isKnown) return;
    const after = spokenUntil.current;
    spokenUntil.current = newest;
    if (after === null) return;
    const peer = isolatedName(table.peer.nickname);
    const added = remarks.filter(({ number }) => number > after);
    spoken.say(
      ...added.map((remark) => ({ id: remark.number, text: `${t('remarks.says', { name: peer })} ${textOf(remark)}` })),
    );
  }, [isKnown, newest]);
  return <SpokenLog lines={spoken.lines} label={t('remarks.narration')} testId="remarks-spoken" />;
}
