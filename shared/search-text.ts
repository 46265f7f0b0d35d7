/** Text for searching and filtering: without case and diacritics, so that `cafe` finds `Café`. */
export const toSearchText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
