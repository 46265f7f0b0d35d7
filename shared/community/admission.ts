import type { ErrorCode, Problem } from '../errors.ts';

const refusals: readonly ErrorCode[] = ['admission_code_needed', 'invalid_admission_code', 'not_admitted'];

/** Whether a community doesn't admit a key to its members. Trying again changes nothing, and each attempt costs a proof of work. */
export const isAdmissionRefusal = ({ code }: Problem): boolean => refusals.includes(code);
