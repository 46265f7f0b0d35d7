import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useRemarkText } from './use-remark-text.ts';
import { peerRemarks, useRemarks } from './use-remarks.ts';

const maxLines = 12;

/** Says to screen readers what the other side says beside the game while the page is open. */
export function RemarkNarrator({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const textOf = useRemarkText();
  const state = useRemarks(table);
  const remarks = peerRemarks(state, table);
  const newest = remarks.at(-1)?.number ?? 0;
  // What was said before the page was opened has been said already.
  const spoken = useRef<number | null>(null);
  const [lines, setLines] = useState<readonly { id: number; text: string }[]>([]);
  const isKnown = state !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new remark
  useEffect(() => {
    if (!isKnown) return;
    const after = spoken.current;
    spoken.current = newest;
    if (after === null) return;
    const peer = isolatedName(table.peer.nickname);
    const said = remarks
      .filter(({ number }) => number > after)
      .map((remark) => ({ id: remark.number, text: `${t('remarks.says', { name: peer })} ${textOf(remark)}` }));
    if (said.length > 0) setLines((before) => [...before, ...said].slice(-maxLines));
  }, [isKnown, newest]);
  return (
    <div className="offscreen" role="log" aria-label={t('remarks.narration')} data-testid="remarks-spoken">
      {lines.map(({ id, text }) => (
        <p key={id} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}
