/** Mutations that are no holes: what they let through is refused elsewhere, never arrives, or costs only its sender. */
export const equivalents: { [protocol: string]: string[] } = {
  battleship: [
    // The seats alternate, and turn counts both.
    'receiveShot: without state.placed !== null',
    'receiveShot: without seatOf(shots.length) !== peer',
    // The fleet is checked again when the sea is opened.
    'receiveShot: no check of hitsOf(received, role) >= FLEET_CELLS',
  ],
  'connect-four': [
    // The host states its own grid, whatever the guest asked for.
    'handle_join: no check of (message.cols ?? state.cols) !== state.cols || (message.rows ?? state.rows) !== state.rows',
    'handle_join: without (message.cols ?? state.cols) !== state.cols',
    'handle_join: without (message.rows ?? state.rows) !== state.rows',
    "referee: without seatOf(state.moves.length) !== 'guest'",
    // No disc can be dropped there either.
    'referee: no check of col >= state.cols',
    // The player is compared twice, and the column differs only when the guest has won.
    'check: no check of message.player !== seat',
    'check: ignores player',
    'check: ignores col',
  ],
  'dots-and-boxes': [
    // Each message has one direction.
    'handle: no check of message.action !== due',
    // The line isn't found, and the hooks fail.
    'handle: no check of draws && line < 0',
    // Both are used before they are compared.
    'handle: ignores turn',
    'handle: ignores play',
  ],
  gomoku: [
    'handle: no check of message.action !== due',
    // The next refusal follows, with another reason.
    'handle: no check of taken',
    'handle: ignores turn',
    'handle: ignores play',
  ],
  // The host states its own dice.
  'liars-dice': ['handle_join: no check of differs(state, message)'],
  // The engine checks actions and rounds.
  'prisoners-dilemma': ["handle: no check of message.action !== 'round_result'", 'handle: ignores round'],
  reversi: [
    "referee: without seatOf(state.moves.length) !== 'guest'",
    'check: no check of message.player !== seat',
    'check: ignores player',
  ],
  'rock-paper-scissors': [
    // It is the pace of the host.
    'handle_ready: ignores round_delay_seconds',
    "handle: no check of message.action !== 'round_result'",
    'handle: ignores round',
  ],
  'sealed-bid-auction': [
    // The lots are compared by themselves.
    'handle_ready: ignores values',
    "handle: no check of message.action !== 'round_result'",
    'handle: ignores round',
  ],
  'weak-wins': ["handle: no check of message.action !== 'round_result'", 'handle: ignores round'],
  'template turns': ["hearGuess: without action !== 'guess'", "hearAnswer: without action !== 'game_over'"],
  'template rounds': [
    "handle: no check of message.action !== 'round_result' || !opened",
    "handle: without message.action !== 'round_result'",
    'handle: without !opened',
    'handle: ignores round',
  ],
};
