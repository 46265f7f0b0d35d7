import { useTranslation } from 'react-i18next';
import type { Problem } from '../../core/problem.ts';
import { useCopy } from '../../ui/clipboard.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Conversation.module.css';
import type { Outgoing } from './outbox.ts';

interface OutgoingRowProps {
  message: Outgoing;
  /** The conversation is over, so it can't be sent any more. */
  isOver: boolean;
  onRetry(id: number): void;
}

/** A message that the conversation doesn't have yet, or that could not be sent. */
export function OutgoingRow({ message: { id, text, problem }, isOver, onRetry }: OutgoingRowProps) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const copy = useCopy();
  return (
    <li className={styles.message} data-by="me" data-outgoing={isOver || problem ? 'failed' : 'waiting'} data-starts>
      <p className={styles.bubble}>
        <span className="offscreen">{t('says', { name: tTables('you') })} </span>
        <bdi className="verbatim" dir="auto">
          {text}
        </bdi>
      </p>
      {(isOver || problem) && (
        <p className={`${styles.meta} bad`} role="alert">
          {isOver ? t('not_sent_over') : problem && <Reason problem={problem} />}
          {isOver ? (
            <TextButton onClick={() => copy(text)}>{t('copy')}</TextButton>
          ) : (
            <TextButton data-action="send-again" onClick={() => onRetry(id)}>
              {t('send_again')}
            </TextButton>
          )}
        </p>
      )}
    </li>
  );
}

function Reason({ problem }: { problem: Problem }) {
  const { t } = useTranslation('chat');
  const { sentence } = useProblemText()(problem);
  return <span>{t('not_sent', { reason: sentence })}</span>;
}
