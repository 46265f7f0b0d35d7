/** Normalizes text for searching: removes case and diacritics. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
