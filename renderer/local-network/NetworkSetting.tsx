import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../core/context.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** The state of sharing on the local network, with a button to its sheet. */
export function NetworkSetting() {
  const { t } = useTranslation('network');
  const [, navigate] = useLocation();
  const { status, url } = useApp((app) => app.network);
  return (
    <Card title={t('title')}>
      <div className="row wrap">
        <span className="grow">
          {t(`${status}_note`)}
          {url !== null && <span className="mono wrap small dim block">{url}</span>}
        </span>
        <Button data-action="network" onClick={() => navigate('/?network=')}>
          {t(status === 'closed' ? 'let_in' : 'look')}
        </Button>
      </div>
    </Card>
  );
}
