import { shortHash } from './format.ts';

/** A key or hash as 8 + … + 4, with the full value as the title. */
export function Hash({ value, className }: { value: string; className?: string }) {
  return (
    <span className={['mono', className].filter(Boolean).join(' ')} title={value}>
      {shortHash(value)}
    </span>
  );
}
