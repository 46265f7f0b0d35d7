import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';

/** Asks once; refusing is the default. */
export function ResignDialog({ onClose, onResign }: { onClose(): void; onResign(): Promise<void> }) {
  const { t } = useTranslation('tables');
  return (
    <HouseDialog title={t('resign_title')} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 6 }}>
        {t('resign_body')}
      </p>
      <div className="row" style={{ marginTop: 20 }}>
        <Button data-autofocus look="primary" onClick={onClose}>
          {t('resign_stay')}
        </Button>
        <Button className="end" look="danger" onClick={() => void onResign()}>
          {t('resign_do')}
        </Button>
      </div>
    </HouseDialog>
  );
}
