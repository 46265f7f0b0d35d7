import {
  IconCards,
  IconFlag,
  IconHourglass,
  IconMail,
  IconPlugConnectedX,
  IconTrophy,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type Moment, waitsForUser } from '../../shared/notices/moments.ts';
import { outcomeOf } from '../../shared/notices/notices.ts';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { Button } from '../ui/Button.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import { LowTime } from './LowTime.tsx';
import styles from './MomentCard.module.css';
import { type Run, useAcceptance, usePlayAgain } from './use-acceptance.ts';
import { useMomentCard } from './use-moment-card.ts';
import { useCloseMoment } from './use-moments.ts';

/** What happened, with the actions that answer it. Delete closes it. */
export function MomentCard({ moment }: { moment: Moment }) {
  const { t } = useTranslation('notices');
  const titleId = useId();
  const { text, busy, doing, problem, run, onClose, onKeyDown } = useMomentCard(moment);
  const { title, line } = text;
  const words = wordsOf(moment);
  return (
    <article
      className={styles.card}
      data-moment={moment.kind}
      data-tone={toneOf(moment)}
      data-low={(moment.kind === 'turn' && moment.low) || undefined}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <MomentPicture moment={moment} />
      <div className={styles.body}>
        <p id={titleId} className={styles.title}>
          {title}
        </p>
        {line !== '' && doing === null && <p className={styles.line}>{line}</p>}
        <p className={styles.line} role="status">
          {doing !== null && t(`moments.doing.${doing}`)}
        </p>
        {words !== '' && (
          <p className={styles.words}>
            <UntrustedLine text={words} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <MomentActions moment={moment} busy={busy} run={run} />
      </div>
      {problem && (
        <div className={styles.problem}>
          <ProblemLine problem={problem} />
        </div>
      )}
      <Button
        size="sm"
        variant="quiet"
        iconOnly
        className={styles.close ?? ''}
        data-action="close-moment"
        aria-label={t('moments.close')}
        onClick={onClose}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </Button>
    </article>
  );
}

/** What the challenger wrote, as beside the table in the lobby; empty if nothing. */
const wordsOf = (moment: Moment): string =>
  moment.kind === 'challenge' && moment.count === 1 ? moment.offer.message : '';

function toneOf(moment: Moment): 'waits' | 'won' | 'lost' | 'news' {
  if (waitsForUser(moment)) return 'waits';
  if ((moment.kind !== 'ended' && moment.kind !== 'agent') || moment.count !== 1) return 'news';
  const outcome = outcomeOf(moment.newest);
  return outcome === 'won' || outcome === 'lost' ? outcome : 'news';
}

/** The person's picture, or what happened as an icon. */
export function MomentPicture({ moment, size = 36 }: { moment: Moment; size?: number }) {
  const person =
    moment.kind === 'challenge' || moment.kind === 'rematch'
      ? moment.offer.host
      : moment.kind === 'messages'
        ? moment.messages.writer
        : moment.kind === 'talk' || moment.kind === 'draw'
          ? moment.table.peer
          : moment.kind === 'declined'
            ? moment.answer.peer
            : moment.kind === 'guests' && moment.tables.length === 1
              ? moment.tables[0]?.peer
              : null;
  if (moment.kind === 'turn' && moment.low) return <LowTime table={moment.table} size={size} />;
  if (person) return <Identicon publicKey={person.public_key} house={person.house} size={size} />;
  const Icon = iconOf(moment);
  return (
    <span className={styles.icon} style={{ width: size, height: size }}>
      <Icon size={size < 30 ? 16 : 20} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

function iconOf(moment: Moment) {
  switch (moment.kind) {
    case 'turn':
      return IconHourglass;
    case 'quiet':
      return IconPlugConnectedX;
    case 'messages':
      return IconMail;
    case 'ended':
    case 'agent': {
      const { newest: table, count } = moment;
      if (count !== 1) return IconCards;
      const conceded = table.result?.conceded?.code;
      if (conceded === 'decision_timeout') return IconHourglass;
      if (conceded === 'resigned') return IconFlag;
      return outcomeOf(table) === 'won' ? IconTrophy : IconCards;
    }
    default:
      return IconCards;
  }
}

interface ActionsProps {
  moment: Moment;
  busy: boolean;
  run: Run;
}

/** Only what waits for the user has a felt button. */
function MomentActions({ moment, busy, run }: ActionsProps) {
  const { t } = useTranslation('notices');
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const close = useCloseMoment();
  const playAgain = usePlayAgain(moment, run);
  const acceptance = useAcceptance(moment, run);
  const open = (path: string) => () => navigate(path);
  const button = (name: string, label: string, onClick: () => void, primary = false): ReactNode => (
    <Button
      key={name}
      size="sm"
      variant={primary ? 'primary' : 'plain'}
      data-action={name}
      aria-disabled={busy || undefined}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const openAll = async () => {
    await close(moment);
    navigate(moment.path);
  };
  if ((moment.kind === 'challenge' || moment.kind === 'rematch') && moment.count > 1)
    return (
      <>
        {button('see-lobby', t('moments.do.see_lobby'), () => void run(openAll), true)}
        {button('later', t('moments.do.later'), () => void run(() => close(moment)))}
      </>
    );
  switch (moment.kind) {
    case 'challenge': {
      const { post_id } = moment.offer;
      const decline = async () => {
        await bridge.tables.decline({ post_id });
        toast(t('moments.declined_toast'));
      };
      return (
        <>
          {acceptance && button('accept', acceptance.label, acceptance.accept, true)}
          {button('decline', t('moments.do.decline'), () => void run(decline))}
          {button('see-table', t('moments.do.see_table'), open(moment.path), !acceptance)}
        </>
      );
    }
    case 'rematch': {
      const { table_id } = moment;
      return (
        <>
          {acceptance && button('accept-rematch', acceptance.label, acceptance.accept, true)}
          {button(
            'decline',
            t('moments.do.not_now'),
            () => void run(() => bridge.tables.decline_rematch({ table_id })),
          )}
        </>
      );
    }
    case 'turn':
      return button('to-turn', t('moments.do.go'), open(moment.path), true);
    case 'guests':
      return button(
        'to-table',
        t(moment.tables.length === 1 ? 'moments.do.go' : 'moments.do.go_tables'),
        open(moment.path),
        true,
      );
    case 'draw': {
      const { table_id } = moment.table;
      const answer = (action: 'accept' | 'decline') => () => void run(() => bridge.tables.draw({ table_id, action }));
      return (
        <>
          {button('accept-draw', t('moments.do.accept_draw'), answer('accept'), true)}
          {button('decline', t('moments.do.decline'), answer('decline'))}
        </>
      );
    }
    case 'quiet':
      return button('to-table', t('moments.do.go'), open(moment.path));
    case 'talk':
      return button('read', t('moments.do.read'), open(moment.path));
    case 'ended':
    case 'agent': {
      const { newest: table, count } = moment;
      if (count > 1) return button('see-tables', t('moments.do.go_tables'), () => void run(openAll));
      if (table.protocol.mode === 'free') return button('read', t('moments.do.read'), open(moment.path));
      const canRepeat = moment.kind === 'ended' && table.session_id !== null;
      return (
        <>
          {button('see-result', t('moments.do.see_result'), open(moment.path))}
          {canRepeat &&
            button('ask-rematch', t('moments.do.rematch'), () =>
              playAgain(table.table_id, table.peer.house ? 'joining' : 'opening'),
            )}
        </>
      );
    }
    case 'messages':
      return (
        <>
          {button('read', t('moments.do.read'), open(moment.path))}
          {button('later', t('moments.do.later'), () => void run(() => close(moment)))}
        </>
      );
    case 'declined':
      return null;
  }
}
