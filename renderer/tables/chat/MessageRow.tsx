import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { formatDayTime, formatTime } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import styles from './Conversation.module.css';

interface MessageRowProps {
  message: ChatMessage;
  /** The writer, unless it is the user. */
  writer: Person | null;
  /** The first of a run. */
  starts: boolean;
  /** The last that was written in a minute of the run. */
  timed: boolean;
}

/** One message: a bubble, and its time under the last of each minute. Links in it are text like the rest. */
export const MessageRow = memo(function MessageRow({ message, writer, starts, timed }: MessageRowProps) {
  const { t, i18n } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const { at, text, number, origin } = message;
  // Nobody but the user's own agent is known to have written a message.
  const isByAgent = writer === null && origin !== null && origin !== 'you' && origin !== 'override';
  return (
    <li
      className={styles.message}
      data-message={number}
      data-by={writer === null ? 'me' : 'peer'}
      data-starts={starts || undefined}
    >
      {writer !== null && starts && (
        <span className={styles.picture}>
          <Identicon publicKey={writer.public_key} house={writer.house} size={28} />
        </span>
      )}
      <p className={styles.bubble}>
        <span className="offscreen">
          {t('says', { name: writer === null ? tTables('you') : isolatedName(writer.nickname) })}{' '}
        </span>
        <bdi className="verbatim" dir="auto">
          {escapeInvisible(text)}
        </bdi>
      </p>
      {timed && (
        <p className={styles.meta}>
          <time dateTime={new Date(at).toISOString()} title={formatDayTime(i18n.language, at)}>
            {formatTime(i18n.language, at)}
          </time>
          {isByAgent && <span>{t('by_agent')}</span>}
        </p>
      )}
    </li>
  );
});
