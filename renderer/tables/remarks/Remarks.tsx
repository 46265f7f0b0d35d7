import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table, TableRemarks } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { useAction } from '../../core/use-action.ts';
import { useLabels } from '../../core/use-labels.ts';
import { isInHands } from '../../notices/under-hands.ts';
import { useSteady } from '../../notices/use-steady.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { isDecision } from '../move-rows.ts';
import { useSeats } from '../seats.ts';
import { Phrases } from './Phrases.tsx';
import { RemarkField } from './RemarkField.tsx';
import styles from './Remarks.module.css';
import { useRemarkText } from './use-remark-text.ts';

/** The button that drops what the other side says, or shows it again. */
export function MuteButton({ table, state }: { table: Table; state: TableRemarks }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const { busy, run } = useAction();
  const { muted } = state;
  const label = t(muted ? 'remarks.unmute' : 'remarks.mute', { peer: isolatedName(table.peer.nickname) });
  const Icon = muted ? IconVolumeOff : IconVolume;
  return (
    <Button
      variant="quiet"
      size="sm"
      iconOnly
      aria-label={label}
      aria-pressed={muted}
      title={label}
      data-action="mute"
      aria-disabled={busy || undefined}
      onClick={() => void run(() => bridge.remarks.mute({ table_id: table.table_id, muted: !muted }))}
    >
      <Icon size={17} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}

/** What was said beside the game, newest at the foot, and what can be said: phrases, and texts if both sides allow them. */
export function Remarks({ table, state }: { table: Table; state: TableRemarks }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const action = useAction();
  const { table_id } = table;
  const { open, muted, ignored, texts } = state;
  const phrases = useRef<HTMLFieldSetElement>(null);
  // What it changes below the phrases would move them.
  const peerAllows = useSteady(phrases, texts.peer);
  const [hasAskedForField, setHasAskedForField] = useState(false);
  const say = (saying: Parameters<typeof bridge.remarks.say>[0]['saying']) =>
    action.run(() => bridge.remarks.say({ table_id, saying }));
  const labels = useLabels(table.protocol.protocol_id);
  /** Dice that roll by themselves are no reason to praise a move. */
  const hasDecisions = table.moves.some((move) => isDecision(labels, move));
  const peer = isolatedName(table.peer.nickname);
  const note = muted
    ? t('remarks.muted', { peer })
    : ignored > 0
      ? t('remarks.ignored', { count: ignored })
      : !open && t('remarks.closed');
  return (
    <>
      <RemarkList table={table} state={state} />
      {note && (
        <p className="small faint" role="status">
          {note}
        </p>
      )}
      {open && (
        <>
          <Phrases ref={phrases} phase={table.phase} hasMoves={hasDecisions} busy={action.busy} onSay={say} />
          {texts.own === true && peerAllows && (
            <RemarkField table={table} busy={action.busy} takesFocus={hasAskedForField} onSay={say} />
          )}
          {texts.own === true && !peerAllows && <p className="small faint">{t('remarks.waits', { peer })}</p>}
          {texts.own === false && (
            <p className="small faint">
              {peerAllows && t('remarks.peer_allows', { peer })}{' '}
              <TextButton
                data-action="allow-texts"
                onClick={() => {
                  // It must not take the focus when the other side allows texts later.
                  setHasAskedForField(peerAllows);
                  void action.run(() => bridge.remarks.allow_texts({ table_id }));
                }}
              >
                {t('remarks.allow')}
              </TextButton>
            </p>
          )}
        </>
      )}
      {action.problem && <RemarkProblem problem={action.problem} />}
    </>
  );
}

/** The limit of remarks isn't that of a community, and a connection that ends after a game ends no game. */
function RemarkProblem({ problem }: { problem: Parameters<typeof ProblemLine>[0]['problem'] }): ReactNode {
  const { t } = useTranslation('tables');
  const { code } = problem;
  if (code !== 'rate_limited' && code !== 'peer_disconnected') return <ProblemLine problem={problem} />;
  return (
    <p className="small bad" role="alert">
      {t(code === 'rate_limited' ? 'remarks.wait' : 'remarks.closed')}
    </p>
  );
}

/** Of a long remark its beginning. */
function showNewest(list: HTMLElement | null): void {
  const newest = list?.lastElementChild;
  if (newest instanceof HTMLElement) list?.scrollTo({ top: newest.offsetTop });
}

function RemarkList({ table, state: { remarks } }: { table: Table; state: TableRemarks }) {
  const { t } = useTranslation('tables');
  const { nameOf } = useSeats(table);
  const textOf = useRemarkText();
  const listRef = useRef<HTMLOListElement>(null);
  const isEmpty = remarks.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each new remark
  useEffect(() => showNewest(listRef.current), [remarks.length]);
  useEffect(() => {
    const list = listRef.current;
    if (isEmpty || !list) return;
    const observer = new ResizeObserver(() => isInHands(list) || showNewest(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, [isEmpty]);
  if (isEmpty) return <p className={`${styles.nothing} small faint`}>{t('remarks.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ol ref={listRef} className={styles.remarks} tabIndex={0} aria-label={t('remarks.title')} data-testid="remarks">
      {remarks.map((remark) => (
        <li
          key={`${remark.by} ${remark.number}`}
          data-by={remark.by === table.role ? 'me' : 'peer'}
          data-own-words={'text' in remark || undefined}
        >
          <span className="offscreen">{t('remarks.says', { name: nameOf(remark.by) })} </span>
          <bdi dir="auto">{textOf(remark)}</bdi>
        </li>
      ))}
    </ol>
  );
}
