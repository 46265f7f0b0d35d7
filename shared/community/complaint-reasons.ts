/** Why a member complains about another; apart from the schemas, which windows don't load. */
export const complaintReasons = ['abuse', 'spam', 'cheating', 'impersonation', 'other'] as const;
export type ComplaintReason = (typeof complaintReasons)[number];
