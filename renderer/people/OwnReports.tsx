import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnComplaint } from '../../shared/community/order-shapes.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { Card } from '../ui/Card.tsx';
import { formatDayTime } from '../ui/format.ts';
import { PersonLink } from '../ui/PersonLink.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';

/** The user's reports to the operators of the community, and what became of them. Nothing before the first. */
export function OwnReports() {
  const { t } = useTranslation('complaint');
  const bridge = useBridge();
  const url = useApp(({ community }) => community.url);
  const publicKey = useApp(({ identity }) => identity?.public_key);
  const { data, error } = useQuery({
    queryKey: ['own-reports', url, publicKey],
    staleTime: 0,
    queryFn: () => bridge.complaints.list({}),
  });
  if (error) return <ProblemLine problem={asProblem(error)} />;
  if (!data || data.complaints.length === 0) return null;
  return (
    <Card title={t('own.title')} bodyClassName="col gap3">
      <ul className="col gap3 plain">
        {data.complaints.map((complaint) => (
          <OwnReport key={complaint.complaint_id} complaint={complaint} />
        ))}
      </ul>
    </Card>
  );
}

function OwnReport({ complaint }: { complaint: OwnComplaint }) {
  const { t, i18n } = useTranslation('complaint');
  const community = useCommunityName();
  const { public_key, nickname, reason, about, words, state, outcome, answer, created_at } = complaint;
  const end = state === 'open' ? 'open' : (outcome ?? 'resolved');
  return (
    <li className="col gap1" data-report={complaint.complaint_id}>
      <div className="row wrap">
        <PersonLink person={{ public_key, nickname }} />
        <Tag {...(state === 'open' ? {} : { tone: 'info' as const })}>{t(`own.state.${end}`)}</Tag>
      </div>
      <span className="small dim">
        {t('own.what', {
          reason: t(`reason.${reason}.title`),
          about: t(`own.about.${about}`),
          at: formatDayTime(i18n.language, Date.parse(created_at)),
        })}
      </span>
      {words !== '' && <UntrustedText heading={t('own.your_words')} text={words} />}
      {answer !== null && <UntrustedText heading={t('own.answer', { community })} text={answer} />}
    </li>
  );
}
