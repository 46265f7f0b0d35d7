import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';

interface ResignProps {
  /** Leaving a talk is its normal end. */
  talk: boolean;
  onClose(): void;
  onResign(): Promise<void>;
}

/** Asks once; refusing is the default. */
export function ResignDialog({ talk, onClose, onResign }: ResignProps) {
  const { t } = useTranslation('tables');
  return (
    <HouseDialog title={t(talk ? 'leave_title' : 'resign_title')} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 6 }}>
        {t(talk ? 'leave_body' : 'resign_body')}
      </p>
      <div className="row" style={{ marginTop: 20 }}>
        <Button data-autofocus look="primary" onClick={onClose}>
          {t('resign_stay')}
        </Button>
        <Button className="end" look="danger" onClick={() => void onResign()}>
          {t(talk ? 'leave_do' : 'resign_do')}
        </Button>
      </div>
    </HouseDialog>
  );
}
