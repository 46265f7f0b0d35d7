import { shortHash } from './format.ts';

/** A key or hash in short form, with the full value as the tooltip. */
export function Hash({ value, className }: { value: string; className?: string }) {
  return (
    <span className={['mono', className].filter(Boolean).join(' ')} title={value}>
      {shortHash(value)}
    </span>
  );
}
