import { IconDice3, IconPlayerPlay, IconShieldBolt } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/definition.ts';
import { asProblem } from '../app/problem.ts';
import { OptionFields } from '../hosting/OptionFields.tsx';
import { optionForm, readOptions, startOfForm } from '../hosting/options.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { TextButton } from '../look/TextButton.tsx';
import { useSelfTest } from './asking.ts';
import styles from './Hooks.module.css';
import { hooksCharacters, type Place, placeOf } from './hooks-text.ts';
import { SelfPlayReport } from './SelfPlayReport.tsx';

interface SelfPlayProps {
  page: ProtocolPage;
  /** As it stands in the editor, saved or not. */
  text: string;
  onShow(place: Place): void;
}

const newSeed = () => String(1 + Math.floor(Math.random() * 99_999));

/** Plays the text against itself, and against a peer that breaks every rule. */
export function SelfPlay({ page, text, onShow }: SelfPlayProps) {
  const { t } = useTranslation('protocols');
  const id = useId();
  const test = useSelfTest();
  const [seed, setSeed] = useState('1');
  const [own, setOwn] = useState(false);
  const parameters = ((page.spec as unknown as Spec).parameters ?? {}) as JsonObject;
  const form = useMemo(() => optionForm(parameters), [parameters]);
  const [texts, setTexts] = useState(() => startOfForm(form));
  const { options, problems } = readOptions(form, texts);
  const fits = !own || Object.keys(problems).length === 0;
  const ready = fits && text.length <= hooksCharacters && !test.isPending;
  const play = (adversarial: boolean) => {
    if (!ready) return;
    test.mutate({
      protocol: page.protocol_id,
      text,
      seed: seed.trim() === '' ? '1' : seed.trim().slice(0, 64),
      adversarial,
      ...(own ? { options } : {}),
    });
  };
  const place = placeOf(test.error);
  if (!page.playable) {
    return (
      <Card title={t('play.title')} minor>
        <p className="small dim">{t('play.unsupported')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('play.title')} minor>
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
            icon
            aria-label={t('play.new_seed')}
            title={t('play.new_seed')}
            onClick={() => setSeed(newSeed())}
          >
            <IconDice3 size={17} stroke={1.75} aria-hidden="true" />
          </Button>
          {form.fields.length > 0 && (
            <TextButton className="end small" aria-expanded={own} onClick={() => setOwn(!own)}>
              {t(own ? 'play.default_options' : 'play.own_options')}
            </TextButton>
          )}
        </div>
        {own && (
          <OptionFields
            form={form}
            texts={texts}
            problems={problems}
            onChange={(name, value) => setTexts({ ...texts, [name]: value })}
          />
        )}
        <div className="row wrap">
          <Button aria-disabled={!ready} data-action="self-play" onClick={() => play(false)}>
            <IconPlayerPlay size={17} stroke={1.75} aria-hidden="true" />
            {t('play.fair')}
          </Button>
          <Button aria-disabled={!ready} data-action="adversary" onClick={() => play(true)}>
            <IconShieldBolt size={17} stroke={1.75} aria-hidden="true" />
            {t('play.adversary')}
          </Button>
        </div>
        <p className="small faint" role="status">
          {test.isPending ? t(test.variables.adversarial ? 'play.attacking' : 'play.playing') : ''}
        </p>
        {test.error && (
          <div className="col">
            <ProblemLine problem={asProblem(test.error)} />
            {place && <TextButton onClick={() => onShow(place)}>{t('hooks.line', { line: place.line })}</TextButton>}
          </div>
        )}
        {test.data && !test.isPending && (
          <SelfPlayReport report={test.data} seed={test.variables.seed ?? ''} onShow={onShow} />
        )}
      </div>
    </Card>
  );
}
