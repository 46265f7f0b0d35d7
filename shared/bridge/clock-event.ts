/** How often main sends a reading of the clocks; a window that receives none for several times as long knows that main doesn't respond. */
export const clockEventMs = 2_000;
