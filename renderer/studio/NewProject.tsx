import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { studioTemplates } from '../../shared/bridge/contract.ts';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { fieldLook } from '../look/fields.ts';
import { visible } from '../look/peer-text.ts';
import { Select } from '../look/Select.tsx';
import { Sheet } from '../look/Sheet.tsx';
import { useCreate, useLibrary } from './asking.ts';
import styles from './Projects.module.css';

const ways = [...studioTemplates, 'copy'] as const;
type Way = (typeof ways)[number];

interface NewProjectProps {
  onClose(): void;
  onMade(project_id: string): void;
}

/** A folder to begin in: a small game that plays already, or a copy of a protocol of this computer. */
export function NewProject({ onClose, onMade }: NewProjectProps) {
  const { t } = useTranslation('studio');
  const [name, setName] = useState('');
  const [way, setWay] = useState<Way>('turns');
  const [picked, setPicked] = useState('');
  const library = useLibrary(way === 'copy');
  const create = useCreate();
  const form = useId();
  const protocols = library.data?.protocols ?? [];
  const protocol = picked || (protocols[0]?.protocol_id ?? '');
  const ready = name.trim() !== '' && (way !== 'copy' || protocol !== '');
  const make = () => {
    if (!ready || create.isPending) return;
    const from = way === 'copy' ? { protocol } : { template: way };
    create.mutate({ name: name.trim(), from }, { onSuccess: ({ project_id }) => onMade(project_id) });
  };
  return (
    <Sheet
      title={t('new')}
      note={t('new_note')}
      onClose={onClose}
      foot={
        <Button look="primary" size="big" type="submit" form={form} aria-disabled={!ready || create.isPending}>
          {t('make')}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <TextInput
          label={t('name')}
          description={t('name_note')}
          classNames={fieldLook}
          value={name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={styles.ways}>
          <legend className="offscreen">{t('begin_with')}</legend>
          {ways.map((each) => (
            <label key={each} className={styles.way}>
              <input type="radio" name={`${form}-way`} checked={way === each} onChange={() => setWay(each)} />
              <span>
                <b className="block">{t(`way.${each}.title`)}</b>
                <span className="small dim">{t(`way.${each}.body`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {way === 'copy' && protocols.length > 0 && (
          <Select
            label={t('copy_of')}
            value={protocol}
            options={protocols.map((each) => ({ value: each.protocol_id, label: visible(each.name) }))}
            onChange={setPicked}
          />
        )}
        {create.error !== null && <ProblemLine problem={asProblem(create.error)} />}
      </form>
    </Sheet>
  );
}
