/**
 * What a draft is to the protocols that are known. `same_hash`: the same spec. `metadata_only`: only words for people differ.
 * `options_only`: only options or their defaults. `compatible_extension`: what was valid stays valid, more is allowed.
 * `contract_change`: the same family under other terms. `new_family`: nothing like it is known here.
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
