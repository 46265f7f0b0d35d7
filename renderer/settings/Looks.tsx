import { useTranslation } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { Card } from '../look/Card.tsx';
import { Segments } from '../look/Segments.tsx';
import { Line, Part } from './Part.tsx';

const themes = ['system', 'light', 'dark'] as const;
/** Each language by its own name. */
const languages = { en: 'English', 'zh-CN': '简体中文' } as const;

/** How the window looks, and in which language it speaks. */
export function Looks() {
  const { t, i18n } = useTranslation('settings');
  const bridge = useBridge();
  const { theme, locale, prefer_plain_view } = useApp((app) => app.settings);
  const change = (changes: Partial<Settings>) => void bridge.app.set_settings(changes);
  const spoken = (Object.keys(languages) as (keyof typeof languages)[]).filter((one) =>
    i18n.hasResourceBundle(one, 'app'),
  );
  return (
    <Part title={t('section.looks')}>
      <Card>
        <Line label={t('theme')}>
          <Segments
            label={t('theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
            onChange={(next) => change({ theme: next })}
          />
        </Line>
        <Line label={t('language')}>
          <Segments
            label={t('language')}
            value={locale}
            options={[
              { value: 'system', label: t('languages.system') },
              ...spoken.map((value) => ({ value, label: languages[value] })),
            ]}
            onChange={(next) => change({ locale: next })}
          />
        </Line>
        <Line label={t('plain_first')} note={t('plain_first_note')}>
          <Segments
            label={t('plain_first')}
            value={prefer_plain_view ? 'plain' : 'board'}
            options={[
              { value: 'board', label: t('first.board') },
              { value: 'plain', label: t('first.plain') },
            ]}
            onChange={(next) => change({ prefer_plain_view: next === 'plain' })}
          />
        </Line>
      </Card>
      <p className="small dim measure">{t('motion_note')}</p>
    </Part>
  );
}
