import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useAgent } from '../core/agent-profile.ts';
import { useAction } from '../core/use-action.ts';
import { useLabels } from '../core/use-labels.ts';
import { canSitDown, useSitDown } from '../core/use-sit-down.ts';
import { ChallengeButton } from '../hosting/ChallengeButton.tsx';
import { useGainText } from '../notices/gain-text.ts';
import { Button } from '../ui/Button.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import type { Doing } from './active-contacts.ts';
import styles from './ContactRow.module.css';
import { PersonMenu } from './person-actions.tsx';

interface ContactRowProps {
  publicKey: string;
  /** The user's own name for the contact; empty if there is none. */
  name: string;
  /** Null if nothing is known: whether somebody is there is told to nobody. */
  doing: Doing | null;
  /** Another contact has the same name. */
  showKey: boolean;
}

/** A contact, what they are doing, and the answer to it in one click. */
export function ContactRow({ publicKey, name, doing, showKey }: ContactRowProps) {
  const nameId = useId();
  const { busy, problem, run } = useAction();
  const { data } = useAgent(publicKey, name === '');
  const shownName = name || (data?.person.nickname ?? '');
  return (
    <li className={styles.row} data-contact={publicKey} data-doing={doing?.kind}>
      <span className={styles.picture}>
        <Identicon publicKey={publicKey} size={32} />
      </span>
      <div className={styles.words}>
        <span id={nameId} className={styles.name}>
          <PersonLink person={{ public_key: publicKey, nickname: shownName }} />
        </span>
        {showKey && <Hash value={publicKey} className="micro faint" />}
        {doing && <DoingLine doing={doing} />}
      </div>
      <ContactAction publicKey={publicKey} doing={doing} nameId={nameId} busy={busy} run={run} />
      <PersonMenu publicKey={publicKey} name={shownName} />
      {problem && (
        <div className={styles.problem}>
          <ProblemLine problem={problem} />
        </div>
      )}
    </li>
  );
}

/** What the contact does, as the way to that table: at an open one, to what is known of it, without joining. */
function DoingLine({ doing }: { doing: Doing }) {
  const { t } = useTranslation('lobby');
  const isTable = doing.kind === 'plays' || doing.kind === 'asks';
  const isInvited = doing.kind === 'challenges' && doing.entry.type === 'chat';
  const isTalk = doing.kind === 'plays' && doing.table.protocol.mode === 'free';
  const text = isInvited ? 'invites' : isTalk ? 'talks' : doing.kind;
  const { protocol_id, name } = isTable
    ? doing.table.protocol
    : { protocol_id: doing.entry.protocol_id, name: doing.entry.protocol_name };
  const gainText = useGainText();
  const gain = isTable ? null : gainText(doing.entry);
  const game = escapeInvisible(useLabels(protocol_id).name(name));
  return (
    <span className={`${styles.doing} small dim`}>
      {!isTable && <Emblem bundled={doing.entry.bundled} size={16} />}
      <span>
        <Link href={isTable ? `/tables/${doing.table.table_id}` : `/?table=${doing.entry.post_id}`}>
          <bdi>{text === 'waits' ? game : t(`contacts.${text}`, { game })}</bdi>
        </Link>{' '}
        {gain && <span className="nowrap">{gain.tag}</span>}
      </span>
    </span>
  );
}

interface ContactActionProps {
  publicKey: string;
  doing: Doing | null;
  /** Of the element with the contact's name. */
  nameId: string;
  busy: boolean;
  run(action: () => Promise<unknown>): Promise<boolean>;
}

function ContactAction({ publicKey, doing, nameId, busy, run }: ContactActionProps) {
  const { t } = useTranslation('lobby');
  const [, navigate] = useLocation();
  const sitDown = useSitDown();
  const common = { size: 'sm', 'aria-describedby': nameId } as const;
  if (doing === null) return <ChallengeButton {...common} publicKey={publicKey} withIcon={false} />;
  if (doing.kind === 'plays' || doing.kind === 'asks')
    return (
      <Button
        {...common}
        variant={doing.kind === 'asks' ? 'primary' : 'plain'}
        data-action="to-table"
        onClick={() => navigate(`/tables/${doing.table.table_id}`)}
      >
        {t('contacts.do.go')}
      </Button>
    );
  const { entry, kind } = doing;
  const isDirect = canSitDown(entry);
  return (
    <Button
      {...common}
      variant={kind === 'challenges' ? 'primary' : 'plain'}
      data-action={isDirect ? 'sit-down' : 'see-table'}
      aria-disabled={busy || undefined}
      onClick={() => void run(() => sitDown(entry))}
    >
      {t(!isDirect ? 'contacts.do.see' : kind === 'challenges' ? 'contacts.do.accept' : 'contacts.do.join')}
    </Button>
  );
}
