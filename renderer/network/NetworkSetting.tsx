import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import styles from './Network.module.css';

/** Who else is let in, as a line of the settings: how it stands, and the way to its sheet. */
export function NetworkSetting() {
  const { t } = useTranslation('network');
  const [, go] = useLocation();
  const { status, url } = useApp((app) => app.network);
  return (
    <Card title={t('title')}>
      <div className="row wrap">
        <span className="grow">
          {t(`${status}_note`)}
          {url !== null && <span className={`${styles.number} small dim block`}>{url}</span>}
        </span>
        <Button data-action="network" onClick={() => go('/?network=')}>
          {t(status === 'closed' ? 'let_in' : 'look')}
        </Button>
      </div>
    </Card>
  );
}
