/** Names of what a notice is about, under which main remembers that the user closed it. */
export const offerSubject = (post_id: string): string => `offer ${post_id}`;
/** All challenges of a person, or all rematches. */
export const offersSubject = (kind: 'challenge' | 'rematch', host: string): string => `${kind}s ${host}`;
export const declinedSubject = (post_id: string): string => `declined ${post_id}`;
/** An offer that the user has declined, which also closes its card. */
export const refusedSubject = (post_id: string): string => `refused ${post_id}`;
export const messagesSubject = (writer: string | null): string => `messages ${writer ?? ''}`;
export const turnSubject = (table_id: string): string => `turn ${table_id}`;
export const guestSubject = (table_id: string): string => `guest ${table_id}`;
export const talkSubject = (table_id: string): string => `talk ${table_id}`;
export const quietSubject = (table_id: string): string => `quiet ${table_id}`;

export const drawSubject = (table_id: string): string => `draw ${table_id}`;

/** Whether the user has closed a notice, up to this mark. Numbers count up: closing one closes the earlier ones. */
export function closedBy(
  dismissed: readonly { subject: string; mark: string }[],
): (subject: string, mark?: string) => boolean {
  const marks = new Map(dismissed.map(({ subject, mark }) => [subject, mark]));
  return (subject, mark) => {
    const closedMark = marks.get(subject);
    return (
      closedMark !== undefined && (mark === undefined || closedMark === mark || Number(closedMark) >= Number(mark))
    );
  };
}
