import { verifySignature } from '../../shared/signing/ed25519.ts';
import { type BindingParts, bindingText } from '../../shared/signing/texts.ts';
import { refuseField } from '../http/problem.ts';

/** Throws ParlorError `invalid_field` unless the host signed its ticket for this protocol. */
export function checkBinding(parts: BindingParts, signature: string): void {
  const text = Buffer.from(bindingText(parts));
  if (!verifySignature(text, Buffer.from(signature, 'hex'), Buffer.from(parts.public_key, 'hex'))) {
    throw refuseField('/transport_binding_signature', 'does not hold for this ticket, protocol and public key');
  }
}
