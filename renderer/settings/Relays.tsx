import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relayUrl } from '../../shared/bridge/contract.ts';
import { addScheme } from '../../shared/community/address.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';
import { useChangeSettings } from './use-change-settings.tsx';

const choices = ['n0', 'own', 'none'] as const;

/** The relays between computers that can't connect directly: n0's, the user's own, or none. */
export function Relays() {
  const { t } = useTranslation('settings');
  const { change, outcome } = useChangeSettings();
  const relays = useApp((app) => app.settings.relays);
  const savedUrls = typeof relays === 'string' ? [] : relays;
  /** Whether own relays are chosen although none is saved yet. */
  const [enteringOwn, setEnteringOwn] = useState(false);
  /** Kept while another choice is shown. */
  const [text, setText] = useState(savedUrls.join('\n'));
  const choice = enteringOwn || typeof relays !== 'string' ? 'own' : relays;
  return (
    <SettingsSection title={t('relays.title')} lead={t('relays.lead')}>
      <Card>
        <SettingRow label={t('relays.use')} note={t(`relays.note.${choice}`)}>
          <Segments
            label={t('relays.use')}
            value={choice}
            options={choices.map((value) => ({ value, label: t(`relays.is.${value}`) }))}
            onChange={(next) => {
              setEnteringOwn(next === 'own');
              if (next !== 'own') change({ relays: next });
            }}
          />
        </SettingRow>
        {choice === 'own' && (
          <OwnRelays savedUrls={savedUrls} text={text} onTextChange={setText} onSaved={() => setEnteringOwn(false)} />
        )}
      </Card>
      {outcome}
      <p className="small dim measure">{t('relays.at_once')}</p>
    </SettingsSection>
  );
}

interface OwnRelaysProps {
  savedUrls: readonly string[];
  text: string;
  onTextChange(text: string): void;
  onSaved(): void;
}

function OwnRelays({ savedUrls, text, onTextChange, onSaved }: OwnRelaysProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const save = useAction();
  const [submitted, setSubmitted] = useState(false);
  const entries = text
    .split(/\s+/)
    .filter(Boolean)
    .map((address) => ({ address, url: relayUrl.safeParse(addScheme(address)).data }));
  const urls = entries.flatMap(({ url }) => url ?? []);
  const invalidAddress = entries.find(({ url }) => url === undefined)?.address;
  const error =
    entries.length === 0 ? t('relays.missing') : invalidAddress && t('relays.wrong', { address: invalidAddress });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (error || !(await save.run(() => bridge.app.set_settings({ relays: urls })))) return;
    onTextChange(urls.join('\n'));
    onSaved();
  };
  return (
    <form className="col gap3" onSubmit={(event) => void submit(event)} noValidate>
      <Textarea
        classNames={fieldClasses}
        label={t('relays.addresses')}
        description={t('relays.addresses_note')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="https://relay.example"
        error={submitted && error}
        value={text}
        rows={2}
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          onTextChange(event.currentTarget.value);
          setSubmitted(false);
        }}
      />
      <div className="row wrap">
        <Button type="submit" aria-disabled={save.busy || undefined}>
          {t('relays.save')}
        </Button>
        <span className="small dim" role="status">
          {savedUrls.length > 0 && savedUrls.join('\n') === urls.join('\n') && t('relays.saved')}
        </span>
      </div>
      {save.problem && <ProblemLine problem={save.problem} />}
    </form>
  );
}
