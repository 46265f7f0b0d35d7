import { useTranslation } from 'react-i18next';
import { motions, textSizes, themes } from '../../shared/bridge/contract.ts';
import { languages, languageTexts } from '../../shared/locales/languages.ts';
import { useApp } from '../core/context.tsx';
import { Card } from '../ui/Card.tsx';
import { SeatPiece } from '../ui/SeatPiece.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';
import { SettingToggle } from './SettingToggle.tsx';
import { useChangeSettings } from './use-change-settings.tsx';

/** Theme, language and display options. */
export function Appearance() {
  const { t } = useTranslation('settings');
  const { theme, locale, text_size, motion, distinct_pieces, prefer_plain_view } = useApp((app) => app.settings);
  const { change, outcome } = useChangeSettings();
  return (
    <SettingsSection title={t('section.looks')}>
      <Card>
        <SettingRow label={t('theme')}>
          <Segments
            label={t('theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
            onChange={(next) => change({ theme: next })}
          />
        </SettingRow>
        <SettingRow label={t('language')}>
          <Segments
            label={t('language')}
            value={locale}
            options={[
              { value: 'system', label: t('languages.system') },
              ...languages.map((value) => ({ value, label: languageTexts[value].name })),
            ]}
            onChange={(next) => change({ locale: next })}
          />
        </SettingRow>
        <SettingRow label={t('text_size')} note={t('text_size_note')}>
          <Segments
            label={t('text_size')}
            value={text_size}
            options={textSizes.map((value) => ({ value, label: t(`text_sizes.${value}`) }))}
            onChange={(next) => change({ text_size: next })}
          />
        </SettingRow>
        <SettingRow label={t('motion')} note={t('motion_note')}>
          <Segments
            label={t('motion')}
            value={motion}
            options={motions.map((value) => ({ value, label: t(`motions.${value}`) }))}
            onChange={(next) => change({ motion: next })}
          />
        </SettingRow>
      </Card>
      <Card>
        <SettingRow label={t('distinct_pieces')} note={t('distinct_pieces_note')}>
          <span className="row">
            <SeatPiece seat="guest" size={26} />
            <SeatPiece seat="host" size={26} />
            <Toggle
              label={t('distinct_pieces')}
              on={distinct_pieces}
              onChange={(on) => change({ distinct_pieces: on })}
            />
          </span>
        </SettingRow>
        <SettingRow label={t('plain_first')} note={t('plain_first_note')}>
          <Segments
            label={t('plain_first')}
            value={prefer_plain_view ? 'plain' : 'board'}
            options={[
              { value: 'board', label: t('first.board') },
              { value: 'plain', label: t('first.plain') },
            ]}
            onChange={(next) => change({ prefer_plain_view: next === 'plain' })}
          />
        </SettingRow>
        <SettingToggle name="confirm_moves" onChange={change} />
        <SettingToggle name="enter_sends" onChange={change} />
        <SettingToggle name="remark_texts" onChange={change} />
      </Card>
      {outcome}
    </SettingsSection>
  );
}
