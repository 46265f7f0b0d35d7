import { IconDice3, IconPlayerPlay, IconShieldBolt } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { asProblem } from '../../core/problem.ts';
import { OptionFields } from '../../hosting/OptionFields.tsx';
import { createOptionForm, initialTexts, readOptions } from '../../hosting/option-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useSelfTest } from '../queries.ts';
import { type CodePosition, maxHooksCharacters, positionOf } from './problems.ts';
import styles from './SelfPlay.module.css';
import { SelfPlayReport } from './SelfPlayReport.tsx';

interface SelfPlayProps {
  page: ProtocolPage;
  /** The editor's text, saved or not. */
  text: string;
  onShowPosition(position: CodePosition): void;
}

const newSeed = () => String(1 + Math.floor(Math.random() * 99_999));

/** Plays the hooks against themselves, or against a peer that sends invalid messages. */
export function SelfPlay({ page, text, onShowPosition }: SelfPlayProps) {
  const { t } = useTranslation('protocols');
  const id = useId();
  const selfTest = useSelfTest();
  const [seed, setSeed] = useState('1');
  const [customOptions, setCustomOptions] = useState(false);
  const parameters = ((page.spec as unknown as Spec).parameters ?? {}) as JsonObject;
  const form = useMemo(() => createOptionForm(parameters), [parameters]);
  const [texts, setTexts] = useState(() => initialTexts(form));
  const { options, problems } = readOptions(form, texts);
  const optionsValid = !customOptions || Object.keys(problems).length === 0;
  const ready = optionsValid && text.length <= maxHooksCharacters && !selfTest.isPending;
  const startTest = (adversarial: boolean) => {
    if (!ready) return;
    selfTest.mutate({
      protocol: page.protocol_id,
      text,
      seed: seed.trim() === '' ? '1' : seed.trim().slice(0, 64),
      adversarial,
      ...(customOptions ? { options } : {}),
    });
  };
  const position = positionOf(selfTest.error);
  if (!page.playable) {
    return (
      <Card title={t('play.title')} smallTitle>
        <p className="small dim">{t('play.unsupported')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('play.title')} smallTitle>
      <div className="col">
        <p className="small dim">{t('play.about')}</p>
        <div className="row wrap">
          <label className="small dim" htmlFor={id}>
            {t('play.seed')}
          </label>
          <input
            id={id}
            className={styles.seed}
            value={seed}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSeed(event.currentTarget.value)}
          />
          <Button
            size="sm"
            iconOnly
            aria-label={t('play.new_seed')}
            title={t('play.new_seed')}
            onClick={() => setSeed(newSeed())}
          >
            <IconDice3 size={17} stroke={1.75} aria-hidden="true" />
          </Button>
          {form.fields.length > 0 && (
            <TextButton
              className="end small"
              aria-expanded={customOptions}
              onClick={() => setCustomOptions(!customOptions)}
            >
              {t(customOptions ? 'play.default_options' : 'play.own_options')}
            </TextButton>
          )}
        </div>
        {customOptions && (
          <OptionFields
            form={form}
            protocolId={page.protocol_id}
            texts={texts}
            problems={problems}
            onChange={(name, value) => setTexts({ ...texts, [name]: value })}
          />
        )}
        <div className="row wrap">
          <Button aria-disabled={!ready} data-action="self-play" onClick={() => startTest(false)}>
            <IconPlayerPlay size={17} stroke={1.75} aria-hidden="true" />
            {t('play.fair')}
          </Button>
          <Button aria-disabled={!ready} data-action="adversary" onClick={() => startTest(true)}>
            <IconShieldBolt size={17} stroke={1.75} aria-hidden="true" />
            {t('play.adversary')}
          </Button>
        </div>
        <p className="small faint" role="status">
          {selfTest.isPending ? t(selfTest.variables.adversarial ? 'play.attacking' : 'play.playing') : ''}
        </p>
        {selfTest.error && (
          <div className="col">
            <ProblemLine problem={asProblem(selfTest.error)} />
            {position && (
              <TextButton onClick={() => onShowPosition(position)}>
                {t('hooks.line', { line: position.line })}
              </TextButton>
            )}
          </div>
        )}
        {selfTest.data && !selfTest.isPending && (
          <SelfPlayReport report={selfTest.data} seed={selfTest.variables.seed ?? ''} onShowPosition={onShowPosition} />
        )}
      </div>
    </Card>
  );
}
