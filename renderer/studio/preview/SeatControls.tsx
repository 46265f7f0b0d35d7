import { useTranslation } from 'react-i18next';
import type { StudioProject, StudioSeat } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { useEscape } from '../../core/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { useAppearance } from './appearance.ts';
import {
  type Dimensions,
  dimensionLimits,
  dimensionsOf,
  directions,
  locales,
  presets,
  shareSeatPreview,
  sizes,
  useSeatPreview,
  withinLimits,
} from './preview-settings.ts';
import styles from './SeatControls.module.css';

interface SeatControlsProps {
  id: string;
  project: StudioProject;
  role: Role;
  seat: StudioSeat;
  onHooks(hooks: StudioSeat['hooks']): void;
  onClose(): void;
}

/** The settings of one seat: its hooks, and the context and size of its board. */
export function SeatControls({ id, project: { project_id }, role, seat, onHooks, onClose }: SeatControlsProps) {
  const { t } = useTranslation('studio');
  const [settings, changeSettings] = useSeatPreview(project_id, role);
  useEscape(onClose);
  const { theme, reducedMotion: still } = useAppearance(settings);
  const { locale, dir, size } = settings;
  const dimensions = dimensionsOf(settings);
  const resize = (changes: Partial<Dimensions>) =>
    dimensions && changeSettings({ size: 'custom', custom: { ...dimensions, ...changes } });
  return (
    <fieldset id={id} className={styles.controls}>
      <legend className="offscreen">{t('settings.of', { seat: t(`seat.${role}`) })}</legend>
      <Segments
        label={t('hooks.label', { seat: t(`seat.${role}`) })}
        value={seat.hooks}
        options={(['own', 'by_hand'] as const).map((value) => ({ value, label: t(`hooks.${value}`) }))}
        disabled={seat.by_hand_problem !== null}
        onChange={onHooks}
      />
      <Segments
        label={t('theme.label')}
        value={theme}
        options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => changeSettings({ theme: value })}
      />
      <Segments
        label={t('motion.label')}
        value={still ? 'still' : 'motion'}
        options={(['motion', 'still'] as const).map((value) => ({ value, label: t(`motion.${value}`) }))}
        onChange={(value) => changeSettings({ still: value === 'still' })}
      />
      <Select
        label={t('locale.label')}
        value={locale}
        options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
        onChange={(value) => changeSettings({ locale: value })}
      />
      <Select
        label={t('dir.label')}
        value={dir}
        options={directions.map((value) => ({ value, label: t(`dir.${value}`) }))}
        onChange={(value) => changeSettings({ dir: value })}
      />
      <Select
        label={t('size.label')}
        value={size}
        options={sizes.map((value) => ({
          value,
          label: t(`size.${value}`, value === 'free' || value === 'custom' ? {} : presets[value]),
        }))}
        onChange={(value) => changeSettings({ size: value, ...(dimensions && { custom: dimensions }) })}
      />
      {dimensions && (
        <span className={styles.dimensions}>
          <PixelField label={t('size.width')} value={dimensions.width} onChange={(width) => resize({ width })} />
          <span aria-hidden="true">×</span>
          <PixelField label={t('size.height')} value={dimensions.height} onChange={(height) => resize({ height })} />
        </span>
      )}
      <Button size="sm" onClick={() => shareSeatPreview(project_id, settings)}>
        {t('settings.share')}
      </Button>
      {seat.by_hand_problem !== null && <p className="small">{t('hooks.not_by_hand')}</p>}
    </fieldset>
  );
}

interface PixelsProps {
  label: string;
  value: number;
  onChange(pixels: number): void;
}

/** A number field that applies on Enter or blur; a half-typed number is a valid size, too. */
function PixelField({ label, value, onChange }: PixelsProps) {
  const apply = (input: HTMLInputElement) => {
    const pixels = Number(input.value);
    if (Number.isFinite(pixels) && pixels > 0 && pixels !== value) onChange(withinLimits(pixels));
    else input.value = String(value);
  };
  return (
    <input
      key={value}
      className={styles.pixels}
      type="number"
      aria-label={label}
      defaultValue={value}
      {...dimensionLimits}
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
    />
  );
}
