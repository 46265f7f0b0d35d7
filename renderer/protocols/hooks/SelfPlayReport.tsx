import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelfTestReport } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { type CodePosition, positionOf } from './problems.ts';
import styles from './SelfPlayReport.module.css';

interface SelfPlayReportProps {
  report: SelfTestReport;
  seed: string;
  onShowPosition(position: CodePosition): void;
}

/** The outcome and warnings of both seats, all frames, and the reaction to each attack. */
export function SelfPlayReport({ report, seed, onShowPosition }: SelfPlayReportProps) {
  const { t } = useTranslation('protocols');
  const [framesShown, setFramesShown] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // The report appears below the pressed button, possibly outside the viewport.
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { seats, frames, frame_count, stopped, attacks } = report;
  const [host, guest] = [seats.host.outcome, seats.guest.outcome];
  const agreed = stopped === null && host?.completed && guest?.completed && host.winner === guest.winner;
  const Icon = agreed ? IconCircleCheck : IconCircleX;
  return (
    <div ref={container} className={`col ${styles.report}`} data-testid="self-play">
      <p className={`${styles.outcome} row top`} role="status">
        <Icon size={18} stroke={1.75} className={agreed ? 'good' : 'bad'} aria-hidden="true" />
        <span>
          <b>
            {stopped !== null
              ? t(`play.stopped.${stopped}`)
              : agreed
                ? t(`play.outcome.${host.winner ?? 'none'}`)
                : t('play.not_agreed')}
          </b>
          <SentenceSpace />
          <span className="dim">{t('play.after', { count: frame_count, seed })}</span>
        </span>
      </p>
      {roles.map((role) => (
        <SeatReport
          key={role}
          role={role}
          seat={seats[role]}
          agreed={agreed === true}
          onShowPosition={onShowPosition}
        />
      ))}
      {attacks.length > 0 && <AttackList attacks={attacks} />}
      <TextButton className="small" aria-expanded={framesShown} onClick={() => setFramesShown(!framesShown)}>
        {t(framesShown ? 'play.hide_frames' : 'play.show_frames')}
      </TextButton>
      {framesShown && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
          <ol className={styles.frames} tabIndex={0} aria-label={t('play.frames')}>
            {frames.map(({ from, frame }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
              <li key={index}>
                <span className={styles.speaker}>{t(`seat.${from}`)}</span>
                <bdi className="mono">{escapeInvisible(JSON.stringify(frame))}</bdi>
              </li>
            ))}
          </ol>
          {frames.length < frame_count && (
            <p className="small faint">{t('play.first_frames', { shown: frames.length, count: frame_count })}</p>
          )}
        </>
      )}
    </div>
  );
}

interface SeatReportProps {
  role: Role;
  seat: SelfTestReport['seats']['host'];
  agreed: boolean;
  onShowPosition(position: CodePosition): void;
}

/** A seat's outcome, if the seats disagree or it gave a reason, and the messages it dropped. */
function SeatReport({ role, seat, agreed, onShowPosition }: SeatReportProps) {
  const { t } = useTranslation('protocols');
  const { outcome, warnings } = seat;
  const position = positionOf(outcome?.problem);
  const reason = outcome?.problem?.message ?? outcome?.reason ?? '';
  const winner = outcome?.completed ? t(`play.says.${outcome.winner ?? 'none'}`) : t('play.says.unfinished');
  if (agreed && reason === '' && warnings.length === 0) return null;
  return (
    <div className={styles.seat}>
      <b className="small">{t(`seat.${role}`)}</b>
      <span className="small">
        {!agreed && `${winner} `}
        <bdi>{escapeInvisible(reason)}</bdi>{' '}
        {position && (
          <TextButton onClick={() => onShowPosition(position)}>{t('hooks.line', { line: position.line })}</TextButton>
        )}
      </span>
      {warnings.slice(0, 5).map((problems, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <span key={index} className={`${styles.warning} small warn`}>
          <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
          <span>{t('play.dropped', { why: escapeInvisible(problems.join('; ')) })}</span>
        </span>
      ))}
    </div>
  );
}

function AttackList({ attacks }: { attacks: SelfTestReport['attacks'] }) {
  const { t } = useTranslation('protocols');
  const acceptedAttacks = attacks.filter(({ refused }) => !refused);
  const failedAttacks = attacks.filter((attack) => attack.refused && attack.failed > 0);
  const undecidedAttacks = attacks.filter(({ refused, failed, undecided }) => refused && failed === 0 && undecided > 0);
  const undecided = undecidedAttacks.reduce((sum, attack) => sum + attack.undecided, 0);
  // Accepted attacks and failures first: they show bugs in the hooks.
  const rows = [
    ...acceptedAttacks,
    ...failedAttacks,
    ...undecidedAttacks,
    ...attacks.filter(({ refused, failed, undecided }) => refused && failed + undecided === 0),
  ];
  return (
    <section className="col" aria-label={t('play.attacks')}>
      <p className="small">
        {acceptedAttacks.length > 0 ? (
          <b className="bad">{t('play.some_taken', { count: acceptedAttacks.length, all: attacks.length })}</b>
        ) : failedAttacks.length > 0 ? (
          <b className="bad">{t('play.some_failed', { count: failedAttacks.length, all: attacks.length })}</b>
        ) : undecided > 0 ? (
          <b className="warn">{t('play.undecided', { count: undecided })}</b>
        ) : (
          <b className="good">{t('play.all_refused', { count: attacks.length })}</b>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className={styles.attacks} tabIndex={0} aria-label={t('play.attacks')}>
        {rows.map((attack) => (
          <Attack key={`${attack.kind} ${attack.against} ${attack.message} ${attack.field}`} attack={attack} />
        ))}
      </ul>
    </section>
  );
}

function Attack({ attack }: { attack: SelfTestReport['attacks'][number] }) {
  const { t, i18n } = useTranslation('protocols');
  const { kind, against, message, field, reaction, code, refused, accepted, failed_message, undecided_message } =
    attack;
  const failed = refused ? failed_message : null;
  const undecided = refused && !failed ? undecided_message : null;
  const shown = accepted ?? failed ?? undecided;
  const Icon = undecided ? IconAlertTriangle : refused && !failed ? IconCircleCheck : IconCircleX;
  return (
    <li>
      <Icon
        size={15}
        stroke={1.75}
        className={undecided ? 'warn' : refused && !failed ? 'good' : 'bad'}
        aria-hidden="true"
      />
      <span className="grow">
        {t(`play.attack.${against}`, {
          kind: i18n.exists(`protocols:attack.${kind}`)
            ? t(`attack.${kind}` as 'attack.wrong_type')
            : escapeInvisible(kind),
          message: escapeInvisible(field === null ? message : `${message}.${field}`),
        })}
        <span className="block faint">
          {t(
            refused
              ? `play.reaction.${failed ? 'failed' : undecided ? 'undecided' : reaction}`
              : `play.wrongly.${reaction}`,
          )}
          {code !== null && !undecided && <span className="mono"> {code}</span>}
        </span>
        {shown && (
          <span className="block faint">
            {failed
              ? t('play.failed_by', {
                  method: failed.method ?? against,
                  number: failed.number,
                  problem: escapeInvisible(failed.problem.message),
                })
              : t('play.accepted_by', { method: shown.method ?? against, number: shown.number })}{' '}
            <bdi className="mono">{escapeInvisible(JSON.stringify(shown.frame))}</bdi>
          </span>
        )}
      </span>
    </li>
  );
}
