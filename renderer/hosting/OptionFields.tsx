import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import type { Labels } from '../../shared/protocol/labels.ts';
import { useLabels } from '../core/use-labels.ts';
import { Field } from '../ui/Field.tsx';
import { FieldGrid, wideFieldClass } from '../ui/FieldGrid.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import { Segments } from '../ui/Segments.tsx';
import type { OptionField, OptionForm, OptionProblem } from './option-form.ts';

interface OptionFieldsProps {
  form: OptionForm;
  protocolId: string;
  texts: { readonly [name: string]: string };
  problems: { readonly [name: string]: OptionProblem };
  onChange(name: string, text: string): void;
}

/** One field for each option of the game. */
export function OptionFields({ form, protocolId, texts, problems, onChange }: OptionFieldsProps) {
  const { t } = useTranslation('hosting');
  const labels = useLabels(protocolId);
  return (
    <FieldGrid>
      {form.fields.map((field) => (
        <OptionInput
          key={field.name}
          field={field}
          labels={labels}
          text={texts[field.name] ?? ''}
          problem={problems[field.name] ?? null}
          onChange={(text) => onChange(field.name, text)}
        />
      ))}
      {form.otherNames.length > 0 && (
        <p className={`${wideFieldClass} small faint`}>
          {t('options.others', {
            names: labels.list(form.otherNames.map((name) => escapeInvisible(labels.option(name)))),
          })}
        </p>
      )}
    </FieldGrid>
  );
}

interface OptionInputProps {
  field: OptionField;
  labels: Labels;
  text: string;
  problem: OptionProblem | null;
  onChange(text: string): void;
}

function OptionInput({ field, labels, text, problem, onChange }: OptionInputProps) {
  const { t } = useTranslation('hosting');
  const label = escapeInvisible(labels.option(field.name));
  const error = problem && t(`options.${problem.kind}`, { ...problem });
  const note = <OptionNote field={field} help={labels.help(field.name)} />;
  const asSegments = field.kind === 'boolean' || (field.kind === 'enum' && field.values.length <= 3);
  if (asSegments) {
    const values = field.kind === 'boolean' ? ['yes', 'no'] : field.values;
    const textOf = (value: string) =>
      field.kind === 'boolean'
        ? t(value === 'yes' ? 'options.yes' : 'options.no')
        : escapeInvisible(labels.optionValue(field.name, value));
    return (
      <div className={`col gap1 ${wideFieldClass}`}>
        <span className="small strong dim">{label}</span>
        <Segments
          label={label}
          value={text}
          // Without a default the option stays unset until a value is picked.
          options={[...(field.initial === '' ? [''] : []), ...values].map((value) => ({
            value,
            label: value === '' ? t('options.open') : textOf(value),
          }))}
          onChange={onChange}
        />
        <span className="small faint">{note}</span>
      </div>
    );
  }
  return (
    <Field label={label} error={error} note={note} className={field.kind === 'text' ? wideFieldClass : undefined}>
      {(ids) =>
        field.kind === 'enum' ? (
          <select
            {...ids}
            className={textFieldClass}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {field.initial === '' && <option value="">{t('options.open')}</option>}
            {field.values.map((value) => (
              <option key={value} value={value}>
                {escapeInvisible(labels.optionValue(field.name, value))}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ids}
            className={textFieldClass}
            value={text}
            inputMode={field.kind === 'integer' ? 'numeric' : 'text'}
            autoComplete="off"
            dir="auto"
            placeholder={field.initial === '' ? t('options.open') : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/** The localized description of an option with its bounds, or else the author's description. */
function OptionNote({ field, help }: { field: OptionField; help: string | null }) {
  const { t } = useTranslation('hosting');
  if (help === null && field.description !== '') return <bdi dir="auto">{escapeInvisible(field.description)}</bdi>;
  const bounds = () => {
    if (field.kind !== 'integer') return null;
    const { min, max } = field;
    if (min !== null && max !== null) return t('options.from_to', { min, max });
    if (min !== null) return t('options.from', { min });
    return max === null ? null : t('options.to', { max });
  };
  return (
    <>
      {help && escapeInvisible(help)} {bounds()}
    </>
  );
}
