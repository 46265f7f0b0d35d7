/** 32 bytes as lower-case hex: public keys, protocol ids, hashes. Without schemas (grammar.ts), so that the window starts without them. */
export const hex64Pattern = /^[0-9a-f]{64}$/;
export const isHex64 = (text: string): boolean => hex64Pattern.test(text);
