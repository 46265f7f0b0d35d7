/** Formats bytes: `412 kB`, `3.1 MB`, `2 GB`. */
export function formatSize(locale: string, bytes: number): string {
  const [value, unit] =
    bytes < 1e6
      ? [bytes / 1e3, 'kilobyte' as const]
      : bytes < 1e9
        ? [bytes / 1e6, 'megabyte' as const]
        : [bytes / 1e9, 'gigabyte' as const];
  const digits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
}
