import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { clientStateSchema } from '../../../shared/tables/client.ts';
import { moveOriginSchema } from '../../../shared/tables/moves.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import { messageTextOf } from '../../core/labels.ts';
import { useLabels } from '../../core/use-labels.ts';
import { shortHash } from '../../ui/format.ts';
import { UntrustedText } from '../../ui/UntrustedText.tsx';
import { SealedHands } from '../fairness/SealedHands.tsx';
import { Moves } from '../Moves.tsx';
import sidePanel from '../panel/SidePanel.module.css';
import { useSeats } from '../seats.ts';
import type { Position } from './positions.ts';
import styles from './ReplayPanel.module.css';
import { type Advice, type Comparison, isAdvisable, moveNumberOf } from './use-advice.ts';

interface ReplayPanelProps {
  /** The table at the position. */
  table: Table;
  position: Position;
  isLast: boolean;
  /** Parlor's own board is on screen; it draws the pieces as the protocol's labels describe. */
  ownBoard: boolean;
  advice: Advice;
  comparisons: ReadonlyMap<number, Comparison>;
  onSelectMove(number: number): void;
  onSelectRound(round: number): void;
}

/** Kinds of record entries in which the writer describes its own side. */
const writerKinds: ReadonlySet<string> = new Set(['start', 'decision', 'client', 'event', 'mode']);

/** The moves up to the position, and the raw message from the record. */
export function ReplayPanel({
  table,
  position,
  isLast,
  ownBoard,
  advice,
  comparisons,
  onSelectMove,
  onSelectRound,
}: ReplayPanelProps) {
  const { t } = useTranslation('record');
  const { frame, notes, moves } = position;
  const { onlooking, isOwn, nameOf } = useSeats(table);
  // Onlookers can't verify what the writer claims about itself.
  const visibleNotes = onlooking ? notes.filter(({ entry }) => !writerKinds.has(String(entry.kind))) : notes;
  const labels = useLabels(table.protocol.protocol_id);
  const messageText = frame && messageTextOf(frame.text, labels);
  const differing = new Map(
    [...comparisons.values()].flatMap(({ advised, same }) => {
      const number = same ? null : moveNumberOf(table, advised);
      return number === null ? [] : [[number, escapeInvisible(labels.text(advised.label))] as const];
    }),
  );
  return (
    <aside className={sidePanel.side} aria-label={t('replay.panel')} data-region="sheet" tabIndex={-1}>
      <Moves
        table={table}
        currentMove={moves}
        onSelectMove={onSelectMove}
        withPieces={ownBoard}
        otherAdvice={differing}
      />
      {isAdvisable(table) && (
        <section>
          <h2 className="h3">{t('replay.advice.title')}</h2>
          <p className="small dim" role="status" data-testid="advice">
            {!advice.isComplete
              ? t('replay.advice.working', { count: comparisons.size })
              : comparisons.size === 0
                ? t('replay.advice.none')
                : t('replay.advice.sum', {
                    same: [...comparisons.values()].filter(({ same }) => same).length,
                    count: comparisons.size,
                  })}
          </p>
          {advice.hooksChanged && <p className="small faint">{t('replay.advice.changed')}</p>}
        </section>
      )}
      {table.sealed_rounds.length > 0 && <SealedHands table={table} isEnded={isLast} onSelectRound={onSelectRound} />}
      <section className="col">
        <h2 className="h3">{t('replay.record')}</h2>
        {messageText && <p className="strong">{messageText}</p>}
        {frame &&
          (isOwn(frame.by) ? (
            <figure>
              <figcaption className="small faint">{t('replay.you_wrote')}</figcaption>
              <code className={styles.raw}>{escapeInvisible(frame.text)}</code>
            </figure>
          ) : (
            <UntrustedText heading={t('replay.wrote', { peer: nameOf(frame.by) })} text={frame.text} />
          ))}
        {visibleNotes.length > 0 && (
          <ul className={styles.notes}>
            {visibleNotes.map((line) => (
              <li key={line.seq} className="small dim">
                <Note line={line} />
              </li>
            ))}
          </ul>
        )}
        <p className="micro faint">{t('replay.sandboxed')}</p>
      </section>
    </aside>
  );
}

function Note({ line: { entry } }: { line: RecordLine }) {
  const { t } = useTranslation('record');
  switch (entry.kind) {
    case 'session':
      return t('replay.note.session', { hash: shortHash(String(entry.session_id)) });
    case 'start':
      return t('replay.note.start', { hash: shortHash(String(entry.hooks_hash)) });
    case 'decision':
      return (
        <>
          {t(`replay.note.decision.${moveOriginSchema.safeParse(entry.origin).data ?? 'other'}`)}
          {typeof entry.reason === 'string' && <UntrustedText heading={t('replay.note.reason')} text={entry.reason} />}
        </>
      );
    case 'client':
      return t(`replay.note.client.${clientStateSchema.catch('away').parse(entry.state)}`);
    case 'event':
      return t(`replay.note.event.${String(entry.name) as 'held'}`);
    case 'mode':
      return t(`replay.note.mode.${String(entry.control_mode) as 'human'}`);
    case 'compared':
      return t('replay.note.compared');
    case 'warning':
      return t('replay.note.warning');
    case 'end':
      return t(entry.completed === true ? 'replay.note.end' : 'replay.note.cut');
    case 'signed':
    case 'signed_concession':
      return t(`replay.note.${entry.kind}`);
    default:
      return escapeInvisible(String(entry.kind));
  }
}
