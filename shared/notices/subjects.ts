/** Names of what a notice is about, under which main remembers that the user closed it. */
export const offerSubject = (post_id: string): string => `offer ${post_id}`;
export const declinedSubject = (post_id: string): string => `declined ${post_id}`;
export const messagesSubject = (writer: string | null): string => `messages ${writer ?? ''}`;
export const turnSubject = (table_id: string): string => `turn ${table_id}`;
export const guestSubject = (table_id: string): string => `guest ${table_id}`;
export const talkSubject = (table_id: string): string => `talk ${table_id}`;
export const quietSubject = (table_id: string): string => `quiet ${table_id}`;
