import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp, useBridge } from '../app/context.tsx';
import { visible } from '../look/peer-text.ts';
import { Ask } from './Ask.tsx';
import { useCommunityTest, useDeed } from './asking.ts';
import { CommunityFound } from './CommunityFound.tsx';

interface ForeignTableProps {
  server: string;
  postId: string;
  onClose(): void;
}

/** A link to a table elsewhere: what is there is shown first; going there opens the table's sheet and joins nothing. */
export function ForeignTable({ server, postId, onClose }: ForeignTableProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const [, go] = useLocation();
  const community = useApp((app) => app.community.name);
  const test = useCommunityTest(server);
  const { busy, problem, run } = useDeed();
  const found = test.data;
  const move = async () => {
    const allowed = found?.needs_consent ? { allow_plain_http: true } : {};
    if (!(await run(() => bridge.community.use({ url: server, ...allowed })))) return;
    onClose();
    // The dialog gives the focus back first.
    setTimeout(() => go(`/?table=${postId}`));
  };
  return (
    <Ask
      title={t('there.title')}
      lead={t('there.lead', { address: visible(server), community })}
      does={t('there.go')}
      danger={found?.needs_consent ?? false}
      busy={busy}
      problem={problem}
      ready={found?.reachable ?? false}
      onDo={() => void move()}
      onClose={onClose}
    >
      {found ? (
        <CommunityFound found={found} />
      ) : (
        <p className="small dim" role="status">
          {t('there.asking')}
        </p>
      )}
      {found?.needs_consent && (
        <p className="row top">
          <IconAlertTriangle size={20} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow measure">{t('plain_http.lead', { address: visible(server) })}</span>
        </p>
      )}
      {found?.reachable && <p className="small dim">{t('there.stays')}</p>}
    </Ask>
  );
}
