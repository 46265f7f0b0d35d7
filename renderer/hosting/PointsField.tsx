import { useTranslation } from 'react-i18next';
import { Segments } from '../ui/Segments.tsx';

interface PointsFieldProps {
  rated: boolean;
  /** A rated game gives no points now, which is said elsewhere. */
  isCapped: boolean;
  onChange(rated: boolean): void;
}

/** Whether a game that could give rating points does. */
export function PointsField({ rated, isCapped, onChange }: PointsFieldProps) {
  const { t } = useTranslation('hosting');
  const value = rated ? 'rated' : 'unrated';
  return (
    <section className="col">
      <h3>{t('points')}</h3>
      <Segments
        label={t('points')}
        value={value}
        onChange={(chosen) => onChange(chosen === 'rated')}
        options={(['rated', 'unrated'] as const).map((choice) => ({
          value: choice,
          label: t(`points_choice.${choice}`),
        }))}
      />
      {!(rated && isCapped) && <p className="small faint">{t(`points_note.${value}`)}</p>}
    </section>
  );
}
