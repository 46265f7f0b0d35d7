import { useTranslation } from 'react-i18next';
import type { PublishStep } from '../../../shared/bridge/contract.ts';
import { useCommunityName } from '../../core/community-name.ts';
import type { Problem } from '../../core/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

interface StoppedNoticeProps {
  problem: Problem;
  step: PublishStep | null;
}

/** Why a publication has stopped. */
export function StoppedNotice({ problem, step }: StoppedNoticeProps) {
  const { t } = useTranslation('publishing');
  const community = useCommunityName();
  const { code } = problem;
  const textKeys =
    code === 'cancelled'
      ? (['cancelled_title', 'cancelled_body'] as const)
      : step === 'verify' && (code === 'bundle_invalid' || code === 'spec_mismatch')
        ? (['mismatch_title', 'mismatch_body'] as const)
        : null;
  if (textKeys) {
    return (
      <Banner role="status">
        <span>
          <b>{t(textKeys[0], { community })}</b> {t(textKeys[1])}
        </span>
      </Banner>
    );
  }
  return (
    <>
      <ProblemLine problem={problem} />
      <p className="small dim">{t('stopped_body')}</p>
    </>
  );
}
