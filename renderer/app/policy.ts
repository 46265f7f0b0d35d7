/**
 * Must be imported before anything that renders. The page's content security policy allows styles with this page's nonce
 * only, and turns every HTML sink into a Trusted Types check; the default policy lets style text pass and refuses markup.
 */
import { setNonce } from 'get-nonce';
import { z } from 'zod';

/** The nonce that the server put into this page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('Parlor never makes markup from text.');
    return text;
  },
});

setNonce(styleNonce);

// Compiled parsers need eval, which the policy forbids and reports.
z.config({ jitless: true });
