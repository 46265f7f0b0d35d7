import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { TrustCheckLine } from '../../trust/TrustCheckLine.tsx';
import type { Verdict } from './verdict.ts';

/** What of a signed record is only its writer's word, besides decisions and times. */
const writerOnlyOf = ({ order, reason }: Verdict['verification']['agreed']) =>
  order ? (reason ? 'decisions' : 'reason') : reason ? 'order' : 'order_and_reason';

/** The checks of a record with their computed values. */
export function VerdictLines({ verdict, theirs = false }: { verdict: Verdict; theirs?: boolean }) {
  const { t } = useTranslation('record');
  const { checks, peerViolations, peerViolationCount, verification } = verdict;
  const hiddenViolations = peerViolationCount - peerViolations.length;
  return (
    <ul>
      {checks.map(({ id, state, finding, evidence }) => (
        <TrustCheckLine
          key={id}
          state={state}
          title={t(`check.${id}.title`)}
          detail={
            finding
              ? `${t(`finding.${finding.code}`)} ${finding.line === null ? '' : t('line', { line: finding.line })}`.trim()
              : t(`check.${id}.${state as 'checked'}` as 'check.chain.checked', {
                  frames: verification.frames,
                  opened: verification.openedCount,
                })
          }
          evidence={evidence}
        />
      ))}
      {verification.concededBy && (
        <TrustCheckLine
          state="checked"
          title={t('signed_concession.title')}
          detail={t(`signed_concession.${verification.concededBy}`)}
          evidence={[]}
        />
      )}
      {verification.signedByBoth && (
        <TrustCheckLine
          state="not_needed"
          title={t('writer_only.title')}
          detail={t(`writer_only.${writerOnlyOf(verification.agreed)}`)}
          evidence={[]}
        />
      )}
      {peerViolations.map(({ code, line, message }) => (
        <TrustCheckLine
          key={`${code}${line}`}
          state="failed"
          title={t(theirs ? 'foul_theirs' : 'foul')}
          detail={line === null ? '' : t('line', { line })}
          evidence={[{ name: code, value: escapeInvisible(message) }]}
        />
      ))}
      {hiddenViolations > 0 && (
        <TrustCheckLine state="failed" title={t('more_fouls', { count: hiddenViolations })} detail="" evidence={[]} />
      )}
    </ul>
  );
}
