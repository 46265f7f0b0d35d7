import { useTranslation } from 'react-i18next';
import { visible } from '../look/peer-text.ts';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';
import type { Verdict as VerdictOf } from './verdict.ts';

/** The checks of a record, each with what was computed. */
export function VerdictLines({ verdict, theirs = false }: { verdict: VerdictOf; theirs?: boolean }) {
  const { t } = useTranslation('record');
  const { answers, fouls, verification } = verdict;
  return (
    <ul>
      {answers.map(({ question, state, finding, evidence }) => (
        <TrustCheckLine
          key={question}
          state={state}
          title={t(`check.${question}.title`)}
          detail={
            finding
              ? `${t(`finding.${finding.code}`)} ${finding.line === null ? '' : t('line', { line: finding.line })}`.trim()
              : t(`check.${question}.${state as 'checked'}` as 'check.chain.checked', {
                  frames: verification.frames,
                  opened: verification.opened,
                })
          }
          evidence={evidence}
        />
      ))}
      {fouls.map(({ code, line, message }) => (
        <TrustCheckLine
          key={`${code}${line}`}
          state="failed"
          title={t(theirs ? 'foul_theirs' : 'foul')}
          detail={line === null ? '' : t('line', { line })}
          evidence={[{ name: code, value: visible(message) }]}
        />
      ))}
    </ul>
  );
}
