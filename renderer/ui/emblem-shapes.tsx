import type { ReactNode } from 'react';

/** What each emblem shows on its tile, in a square of 32 units and the colours of the theme. By folder of the bundled game. */
export const emblemShapes: { readonly [folder: string]: ReactNode } = {
  battleship: (
    <>
      <path d="M5 17h22l-3.2 6H8.6z" fill="var(--felt)" />
      <path d="M10 12.5h8V17h-8z" fill="var(--felt)" />
      <path d="M13 8h2.4v4.5H13z" fill="var(--felt)" />
      <path
        d="M20 14.6 26.5 12"
        fill="none"
        stroke="var(--felt)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M4.5 26.5q2.9-2.4 5.75 0t5.75 0 5.75 0 5.75 0"
        fill="none"
        stroke="var(--ox)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  chat: (
    <>
      <path
        d="M7 5.5h11.5a3 3 0 0 1 3 3v5.5a3 3 0 0 1-3 3H11l-4.2 3.6V17A3 3 0 0 1 4 14V8.5a3 3 0 0 1 3-3z"
        fill="var(--felt)"
      />
      <path
        d="M14 14.5h11a3 3 0 0 1 3 3v4a3 3 0 0 1-2.8 3V28l-4-3.5H14a3 3 0 0 1-3-3v-4a3 3 0 0 1 3-3z"
        fill="var(--ox)"
        stroke="var(--sunk)"
        strokeWidth="1.5"
      />
    </>
  ),
  'connect-four': (
    <>
      <circle cx="6.5" cy="6.5" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="12.833" cy="6.5" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="19.166" cy="6.5" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="25.5" cy="6.5" r="2.75" fill="var(--ox)" />
      <circle cx="6.5" cy="12.833" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="12.833" cy="12.833" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="19.166" cy="12.833" r="2.75" fill="var(--ox)" />
      <circle cx="25.5" cy="12.833" r="2.75" fill="var(--felt)" />
      <circle cx="6.5" cy="19.166" r="1.9" fill="none" stroke="var(--felt)" strokeWidth="1.4" />
      <circle cx="12.833" cy="19.166" r="2.75" fill="var(--ox)" />
      <circle cx="19.166" cy="19.166" r="2.75" fill="var(--felt)" />
      <circle cx="25.5" cy="19.166" r="2.75" fill="var(--felt)" />
      <circle cx="6.5" cy="25.5" r="2.75" fill="var(--ox)" />
      <circle cx="12.833" cy="25.5" r="2.75" fill="var(--felt)" />
      <circle cx="19.166" cy="25.5" r="2.75" fill="var(--felt)" />
      <circle cx="25.5" cy="25.5" r="2.75" fill="var(--felt)" />
    </>
  ),
  'dots-and-boxes': (
    <>
      <rect x="8" y="16" width="8" height="8" fill="var(--ox)" />
      <path
        d="M8 16h8v8H8zM8 8v8M16 8h8"
        fill="none"
        stroke="var(--felt)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="8" cy="8" r="2.3" fill="var(--ink)" />
      <circle cx="16" cy="8" r="2.3" fill="var(--ink)" />
      <circle cx="24" cy="8" r="2.3" fill="var(--ink)" />
      <circle cx="8" cy="16" r="2.3" fill="var(--ink)" />
      <circle cx="16" cy="16" r="2.3" fill="var(--ink)" />
      <circle cx="24" cy="16" r="2.3" fill="var(--ink)" />
      <circle cx="8" cy="24" r="2.3" fill="var(--ink)" />
      <circle cx="16" cy="24" r="2.3" fill="var(--ink)" />
      <circle cx="24" cy="24" r="2.3" fill="var(--ink)" />
    </>
  ),
  gomoku: (
    <>
      <path
        d="M4 8.5h24M4 16h24M4 23.5h24M6.4 5v22M11.2 5v22M16 5v22M20.8 5v22M25.6 5v22"
        fill="none"
        stroke="var(--felt)"
        strokeWidth="1"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".55"
      />
      <circle cx="6.4" cy="16" r="2.5" fill="var(--ox)" />
      <circle cx="11.2" cy="16" r="2.5" fill="var(--ox)" />
      <circle cx="16" cy="16" r="2.5" fill="var(--ox)" />
      <circle cx="20.8" cy="16" r="2.5" fill="var(--ox)" />
      <circle cx="25.6" cy="16" r="2.5" fill="var(--ox)" />
      <circle cx="11.2" cy="8.5" r="2.5" fill="var(--ink)" />
      <circle cx="20.8" cy="23.5" r="2.5" fill="var(--ink)" />
      <circle cx="16" cy="23.5" r="2.5" fill="var(--ink)" />
    </>
  ),
  'liars-dice': (
    <>
      <path d="M5.5 6.5h12l2.6 12.5H2.9z" fill="var(--felt)" transform="translate(1 0)" />
      <rect x="3" y="19.5" width="19" height="3" rx="1.5" fill="var(--felt)" />
      <rect x="17" y="14.5" width="12" height="12" rx="2.6" fill="var(--ox)" stroke="var(--sunk)" strokeWidth="1.6" />
      <circle cx="23" cy="20.5" r="2" fill="var(--sunk)" />
    </>
  ),
  oracle: (
    <>
      <circle cx="16" cy="14" r="9" fill="var(--felt)" />
      <path d="M16 8.2l1.5 4.3 4.3 1.5-4.3 1.5L16 19.8l-1.5-4.3L10.2 14l4.3-1.5z" fill="var(--sunk)" />
      <path d="M9 25.8c0-1.7 2-2.9 7-2.9s7 1.2 7 2.9v1.2H9z" fill="var(--ox)" />
    </>
  ),
  'prisoners-dilemma': (
    <>
      <circle cx="8" cy="11.5" r="3.6" fill="var(--felt)" />
      <path d="M2.8 24.5c0-5 2-8 5.2-8s5.2 3 5.2 8z" fill="var(--felt)" />
      <circle cx="24" cy="11.5" r="3.6" fill="var(--ox)" />
      <path d="M18.8 24.5c0-5 2-8 5.2-8s5.2 3 5.2 8z" fill="var(--ox)" />
      <path
        d="M16 5.5v21"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  reversi: (
    <>
      <path
        d="M16 4.5v23M4.5 16h23"
        fill="none"
        stroke="var(--felt)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="10" cy="10" r="4.6" fill="var(--felt)" />
      <circle cx="22" cy="22" r="4.6" fill="var(--felt)" />
      <circle cx="22" cy="10" r="4.6" fill="var(--ox)" />
      <circle cx="10" cy="22" r="4.6" fill="var(--ox)" />
    </>
  ),
  'rock-paper-scissors': (
    <>
      <path d="M4.5 12.6 7.4 6.4l5.4-1.2 3 3.6-.7 4.6-4.6 2.2z" fill="var(--felt)" />
      <path d="M18.3 5.5h8.9v11h-8.9z" fill="var(--ink)" />
      <path
        d="M20.6 8.8h4.3M20.6 11.4h4.3"
        fill="none"
        stroke="var(--sunk)"
        strokeWidth="1.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M12.6 18.2l6.2 6.2M19.4 18.2l-6.2 6.2"
        fill="none"
        stroke="var(--ox)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="11.5" cy="26" r="1.9" fill="none" stroke="var(--ox)" strokeWidth="1.9" />
      <circle cx="20.5" cy="26" r="1.9" fill="none" stroke="var(--ox)" strokeWidth="1.9" />
    </>
  ),
  'sealed-bid-auction': (
    <>
      <rect x="4" y="8" width="24" height="16.5" rx="2" fill="var(--felt)" />
      <path
        d="M4.8 9.2 16 18.2 27.2 9.2"
        fill="none"
        stroke="var(--sunk)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="18.4" r="4.3" fill="var(--ox)" stroke="var(--sunk)" strokeWidth="1.4" />
    </>
  ),
  'weak-wins': (
    <>
      <path
        d="M5.5 12.5 26.5 19.5"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M16 16l4.6 10.5h-9.2z" fill="var(--ink)" />
      <circle cx="9" cy="8" r="5" fill="var(--felt)" />
      <circle cx="24.3" cy="15.2" r="2.9" fill="var(--ox)" />
    </>
  ),
};

/** For a game that did not come with Parlor. */
export const otherShape: ReactNode = (
  <>
    <rect x="6" y="6" width="20" height="20" rx="2.5" fill="none" stroke="var(--felt)" strokeWidth="2" />
    <path
      d="M16 9.2a3.3 3.3 0 0 1 2 5.9c.3 2.3 1.1 3.7 2.6 5.1v2.4h-9.2v-2.4c1.5-1.4 2.3-2.8 2.6-5.1a3.3 3.3 0 0 1 2-5.9z"
      fill="var(--felt)"
    />
  </>
);
