/**
 * Must be imported before anything that renders. The content security policy allows styles with this page's nonce only, and
 * requires Trusted Types: the default policy here permits style text and same-origin workers, and refuses markup.
 */
import { setNonce } from 'get-nonce';
import { z } from 'zod';

/** The nonce that the server put into this page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    policy: { createHTML(text: string): string; createScriptURL(address: string): string },
  ): unknown;
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('HTML sinks are disabled.');
    return text;
  },
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError('Workers must be same-origin.');
    return address;
  },
});

setNonce(styleNonce);

// Compiled parsers need eval, which the policy forbids.
z.config({ jitless: true });
