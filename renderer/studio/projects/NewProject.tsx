import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { studioTemplates } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { asProblem } from '../../core/problem.ts';
import { useLabelBook } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Select } from '../../ui/Select.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useCreate, useLibrary } from '../queries.ts';
import styles from './NewProject.module.css';

const sources = [...studioTemplates, 'copy'] as const;
type Source = (typeof sources)[number];

interface NewProjectProps {
  onClose(): void;
  onCreated(project_id: string): void;
}

/** Creates a project from a template or from an installed protocol. */
export function NewProject({ onClose, onCreated }: NewProjectProps) {
  const { t } = useTranslation('studio');
  const [name, setName] = useState('');
  const [source, setSource] = useState<Source>('turns');
  const [pickedProtocol, setPickedProtocol] = useState('');
  const library = useLibrary(source === 'copy');
  const create = useCreate();
  const formId = useId();
  const book = useLabelBook();
  const protocols = library.data?.protocols ?? [];
  const protocol = pickedProtocol || (protocols[0]?.protocol_id ?? '');
  const ready = name.trim() !== '' && (source !== 'copy' || protocol !== '');
  const submit = () => {
    if (!ready || create.isPending) return;
    const from = source === 'copy' ? { protocol } : { template: source };
    create.mutate({ name: name.trim(), from }, { onSuccess: ({ project_id }) => onCreated(project_id) });
  };
  return (
    <Sheet
      title={t('new')}
      note={t('new_note')}
      onClose={onClose}
      footer={
        <Button variant="primary" size="lg" type="submit" form={formId} aria-disabled={!ready || create.isPending}>
          {t('make')}
        </Button>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label={t('name')}
          description={t('name_note')}
          classNames={fieldClasses}
          value={name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className="col">
          <legend className="offscreen">{t('begin_with')}</legend>
          {sources.map((value) => (
            <label key={value} className={styles.source}>
              <input
                type="radio"
                name={`${formId}-source`}
                checked={source === value}
                onChange={() => setSource(value)}
              />
              <span>
                <b className="block">{t(`way.${value}.title`)}</b>
                <span className="small dim">{t(`way.${value}.body`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {source === 'copy' && protocols.length > 0 && (
          <Select
            className={styles.copy}
            label={t('copy_of')}
            value={protocol}
            options={protocols.map((protocol) => ({
              value: protocol.protocol_id,
              label: escapeInvisible(book.protocol(protocol).name),
            }))}
            onChange={setPickedProtocol}
          />
        )}
        {library.error !== null && source === 'copy' && <ProblemLine problem={asProblem(library.error)} />}
        {create.error !== null && <ProblemLine problem={asProblem(create.error)} />}
      </form>
    </Sheet>
  );
}
