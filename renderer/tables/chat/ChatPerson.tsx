import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useAgent } from '../../core/agent-profile.ts';
import { useClock, wallTimeOf } from '../../core/clock.ts';
import { ChallengeButton } from '../../hosting/ChallengeButton.tsx';
import { daysBetween } from '../../inbox/conversations.ts';
import { useGameCount } from '../../inbox/queries.ts';
import { AddContactButton } from '../../people/AddContactButton.tsx';
import { formatDayTime, formatTime } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { ModeBadge } from '../../ui/ModeBadge.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import styles from './ChatPerson.module.css';

/** Beside a conversation: who the other person is, and what the user can do about them. */
export function ChatPerson({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('chat');
  const { t: tInbox } = useTranslation('inbox');
  const { peer, started_at } = table;
  const { public_key, nickname, house } = peer;
  // The table has the rating from its beginning; games beside the chat change it.
  const rating = useAgent(public_key).data?.elo.rating ?? peer.rating;
  const together = useGameCount(public_key);
  const isToday = daysBetween(started_at, wallTimeOf(useClock(true, 60_000))) === 0;
  return (
    <section className="col gap3">
      <div className="row gap3">
        <Identicon publicKey={public_key} house={house} size={48} />
        <div className="grow">
          <h2 className={styles.name}>
            <PersonLink person={peer} />
          </h2>
          {house ? (
            <span className="small dim">{tInbox('house')}</span>
          ) : (
            <ModeBadge mode={table.peer_control_mode} claimed />
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        {rating !== null && (
          <>
            <dt>{t('person.rating')}</dt>
            <dd>{rating}</dd>
          </>
        )}
        {together > 0 && (
          <>
            <dt>{t('person.together')}</dt>
            <dd>{t('person.games', { count: together })}</dd>
          </>
        )}
        <dt>{t('person.since')}</dt>
        <dd>{(isToday ? formatTime : formatDayTime)(i18n.language, started_at)}</dd>
      </dl>
      {!house && <ChallengeButton publicKey={public_key} />}
      {!house && <AddContactButton publicKey={public_key} name={nickname} />}
    </section>
  );
}
