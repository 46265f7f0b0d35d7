import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { NameField } from './NameField.tsx';
import { PassphraseField } from './PassphraseField.tsx';

interface NewKey {
  nickname: string;
  passphrase: string;
}

interface KeyFieldsProps {
  value: NewKey;
  onChange(value: NewKey): void;
  nameNote: string;
  /** The form was submitted. */
  checked: boolean;
  nameOptional?: boolean;
  problem: Problem | null;
  /** Rendered between the two fields. */
  children?: ReactNode;
}

/** Name and optional passphrase of a key that is added to this computer. */
export function KeyFields({
  value,
  onChange,
  nameNote,
  checked,
  nameOptional = false,
  problem,
  children,
}: KeyFieldsProps) {
  const { t } = useTranslation('identity');
  const problemText = useProblemText();
  const nameProblem = problem?.code === 'invalid_field' ? problemText(problem).body : null;
  return (
    <>
      <NameField
        note={nameNote}
        error={nameProblem}
        checked={checked}
        optional={nameOptional}
        value={value.nickname}
        autoFocus
        onChange={(nickname) => onChange({ ...value, nickname })}
      />
      {children}
      <PassphraseField
        label={t('first.passphrase')}
        note={t('first.passphrase_note')}
        value={value.passphrase}
        isNew
        onChange={(passphrase) => onChange({ ...value, passphrase })}
      />
      {problem && !nameProblem && <ProblemLine problem={problem} />}
    </>
  );
}
