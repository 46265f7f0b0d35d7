import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import type { RecordLine } from '../../shared/tables/transcript.ts';
import { shortHash } from '../look/format.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { Slip } from '../look/Slip.tsx';
import { Moves } from './Moves.tsx';
import styles from './Replay.module.css';
import type { Position } from './replay.ts';
import { SealedHands } from './SealedHands.tsx';
import table from './Table.module.css';

interface ReplayPanelProps {
  table: Table;
  position: Position;
  drawer: boolean;
  onMove(number: number): void;
  onRound(round: number): void;
}

/** The moves in step with the place, and the message itself as the record has it. */
export function ReplayPanel({ table: then, position, drawer, onMove, onRound }: ReplayPanelProps) {
  const { t } = useTranslation('record');
  const { frame, notes, moves } = position;
  const own = frame?.by === then.role;
  return (
    <aside
      className={`${table.side} ${drawer ? table.drawer : table.docked}`}
      aria-label={t('replay.panel')}
      data-region="sheet"
      tabIndex={-1}
    >
      <Moves table={then} played={moves} onMove={onMove} />
      {then.sealed_rounds.length > 0 && <SealedHands table={then} onRound={onRound} />}
      <section className={styles.message}>
        <h2 className="h3">{t('replay.record')}</h2>
        {frame &&
          (own ? (
            <figure>
              <figcaption className="small faint">{t('replay.you_wrote')}</figcaption>
              <code className={styles.raw}>{visible(frame.text)}</code>
            </figure>
          ) : (
            <Slip heading={t('replay.wrote', { peer: isolated(then.peer.nickname) })} text={frame.text} />
          ))}
        {notes.length > 0 && (
          <ul className={styles.notes}>
            {notes.map((line) => (
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
      return t(`replay.note.decision.${String(entry.origin) as 'you'}`);
    case 'event':
      return t(`replay.note.event.${String(entry.name) as 'held'}`);
    case 'compared':
      return t('replay.note.compared');
    case 'warning':
      return t('replay.note.warning');
    case 'end':
      return t(entry.completed === true ? 'replay.note.end' : 'replay.note.cut');
    default:
      return visible(String(entry.kind));
  }
}
