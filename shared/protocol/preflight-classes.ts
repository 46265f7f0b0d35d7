/**
 * How a draft relates to known protocols, from the closest relation to none. `same_hash`: identical. `metadata_only`: only descriptive
 * texts differ. `options_only`: only options differ, and the known protocol accepts all values that the draft's accept.
 * `compatible_extension`: everything valid stays valid, and more is allowed. `contract_change`: a related protocol with an incompatible
 * contract. `new_family`: no similar protocol is known.
 */
export const preflightClasses = [
  'same_hash',
  'metadata_only',
  'options_only',
  'compatible_extension',
  'contract_change',
  'new_family',
] as const;
export type PreflightClass = (typeof preflightClasses)[number];
