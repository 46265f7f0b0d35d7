import { useTranslation } from 'react-i18next';
import { fieldWords } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { Segments } from '../look/Segments.tsx';
import { Field } from './Field.tsx';
import styles from './Hosting.module.css';
import type { OptionField, OptionForm, OptionProblem } from './options.ts';

interface OptionFieldsProps {
  form: OptionForm;
  texts: { readonly [name: string]: string };
  problems: { readonly [name: string]: OptionProblem };
  onChange(name: string, text: string): void;
}

/** One field for each option of the game. */
export function OptionFields({ form, texts, problems, onChange }: OptionFieldsProps) {
  const { t } = useTranslation('hosting');
  return (
    <div className={styles.fields}>
      {form.fields.map((field) => (
        <OptionInput
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={problems[field.name] ?? null}
          onChange={(text) => onChange(field.name, text)}
        />
      ))}
      {form.others.length > 0 && (
        <p className={`${styles.whole} small faint`}>
          {t('options.others', { names: form.others.map((name) => visible(fieldWords(name))).join(', ') })}
        </p>
      )}
    </div>
  );
}

interface OptionInputProps {
  field: OptionField;
  text: string;
  problem: OptionProblem | null;
  onChange(text: string): void;
}

function OptionInput({ field, text, problem, onChange }: OptionInputProps) {
  const { t } = useTranslation('hosting');
  const label = visible(fieldWords(field.name));
  const error = problem && t(`options.${problem.kind}`, { ...problem });
  const note = <OptionNote field={field} />;
  const few = field.kind === 'boolean' || (field.kind === 'enum' && field.values.length <= 3);
  if (few) {
    const values = field.kind === 'boolean' ? ['yes', 'no'] : field.values;
    const words = (value: string) =>
      field.kind === 'boolean' ? t(value === 'yes' ? 'options.yes' : 'options.no') : visible(fieldWords(value));
    return (
      <div className={`${styles.field} ${styles.whole}`}>
        <span className={styles.label}>{label}</span>
        <Segments
          label={label}
          value={text}
          // Without a default the game's own rules decide until one is picked.
          options={[...(field.start === '' ? [''] : []), ...values].map((value) => ({
            value,
            label: value === '' ? t('options.open') : words(value),
          }))}
          onChange={onChange}
        />
        <span className="small faint">{note}</span>
      </div>
    );
  }
  return (
    <Field label={label} error={error} note={note} className={field.kind === 'text' ? styles.whole : undefined}>
      {(ids) =>
        field.kind === 'enum' ? (
          <select
            {...ids}
            className={styles.input}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {field.start === '' && <option value="">{t('options.open')}</option>}
            {field.values.map((value) => (
              <option key={value} value={value}>
                {visible(fieldWords(value))}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ids}
            className={styles.input}
            value={text}
            inputMode={field.kind === 'integer' ? 'numeric' : 'text'}
            autoComplete="off"
            dir="auto"
            placeholder={field.start === '' ? t('options.open') : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/** The author's words about an option, else its bounds. */
function OptionNote({ field }: { field: OptionField }) {
  const { t } = useTranslation('hosting');
  if (field.description !== '') return <bdi dir="auto">{visible(field.description)}</bdi>;
  if (field.kind !== 'integer') return null;
  const { min, max } = field;
  if (min !== null && max !== null) return t('options.from_to', { min, max });
  if (min !== null) return t('options.from', { min });
  return max === null ? null : t('options.to', { max });
}
