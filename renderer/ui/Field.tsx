import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  label: string;
  note?: ReactNode;
  error?: string | null;
  className?: string | undefined;
  /** Renders the input; the ids link it to its label and note. */
  children(ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }): ReactNode;
}

/** An input with its label above and a note or error below. */
export function Field({ label, note, error = null, className, children }: FieldProps) {
  const id = useId();
  const text = error ?? note;
  return (
    <div className={[styles.field, 'col gap1', className].filter(Boolean).join(' ')}>
      <label className="small strong dim" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': text ? `${id}-note` : undefined, 'aria-invalid': error !== null })}
      {text && (
        <span id={`${id}-note`} className={`small ${error ? 'bad' : 'faint'}`}>
          {text}
        </span>
      )}
    </div>
  );
}
