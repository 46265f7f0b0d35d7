/** Holes that no general mutation makes, each as a text of the hooks and what replaces it, by the folder of the protocol. */

/** `text` occurs exactly once in the hooks. */
export interface Edit {
  name: string;
  text: string;
  becomes: string;
}

/** In games of one board, whose last message states the result. */
const believesEnds: Edit[] = [
  {
    name: 'believes a draw',
    text: 'find((key) => expected[key] !== message[key])',
    becomes: "find((key) => expected[key] !== message[key] && message.winner !== 'draw')",
  },
  {
    name: 'believes an early end',
    text: "const wrong = (reason) => refuse(state, 'wrong_result', reason);",
    becomes:
      "const wrong = (reason) => refuse(state, 'wrong_result', reason);\n  if (message.game_over) return { state, end: { completed: true, winner: message.winner } };",
  },
];

export const edits: { [protocol: string]: Edit[] } = {
  battleship: [
    {
      name: 'accepts every reveal',
      text: '=== hashes.slice(64 * cell, 64 * (cell + 1));',
      becomes: "!== '';",
    },
    {
      name: 'believes water without its commitment',
      text: 'if (due !== undefined && !isCommitted(state, due, opened, nonce)) {',
      becomes: "if (due !== undefined && opened !== 'water' && !isCommitted(state, due, opened, nonce)) {",
    },
    {
      name: 'checks the first cell of an opened sea only',
      text: 'const broken = cells.findIndex((value, cell) => !isCommitted',
      becomes: 'const broken = cells.findIndex((value, cell) => cell === 0 && !isCommitted',
    },
    {
      name: 'accepts every fleet',
      text: 'return NAMES.every((name) => {\n    const at',
      becomes: 'return true;\n  return NAMES.every((name) => {\n    const at',
    },
    {
      name: 'accepts the commitments of a larger sea',
      text: 'if (cells.length !== state.size ** 2) {',
      becomes: 'if (cells.length !== state.size ** 2 && cells.length !== 100) {',
    },
    {
      name: 'looks for a copy among the first commitments only',
      text: 'if (cells.some((hash) => own.has(hash))) {',
      becomes: 'if (cells[0] === commitmentsOf(state)[0] && cells[1] === commitmentsOf(state)[1]) {',
    },
    {
      name: 'believes every accusation',
      text: 'function hasLied(state, { reason, cell }) {',
      becomes:
        "function hasLied(state, { reason, cell }) {\n  if (reason === 'commitment_broken') return cell !== undefined;",
    },
    {
      name: 'believes that its fleet is illegal',
      text: 'return cell === undefined && !isLegal(cellsOf(state), state.size);',
      becomes: 'return cell === undefined;',
    },
    {
      name: 'believes a claimed win',
      text: 'const due = state.bared.length === 2 && state.bared[0] === peer;',
      becomes:
        "const due = state.bared.length === 2 && state.bared[0] === peer;\n  if (winner === peer && reason === 'fleet_sunk') return { state, end: { completed: true, winner } };",
    },
    {
      name: 'lets the host set another size if it is not the default',
      text: "if (size !== state.size) return refuse(state, 'wrong_options', `The host set",
      becomes: "if (size !== state.size && size !== 9) return refuse(state, 'wrong_options', `The host set",
    },
    {
      name: 'accepts repeated shots after the first ten',
      text: 'if (!isTarget(state, peer, cell)) return refuse',
      becomes: 'if (shots.length < 10 && !isTarget(state, peer, cell)) return refuse',
    },
    {
      name: 'accepts shots beside a small sea',
      text: '&& cell < state.size ** 2 && !shotsOf',
      becomes: '&& cell < 100 && !shotsOf',
    },
    {
      name: 'plays by the size that the guest asks for, and says so',
      text: "if (size !== state.size) return refuse(state, 'wrong_options', `The guest wanted",
      becomes: "if (false) return refuse(state, 'wrong_options', `The guest wanted",
    },
  ],
  'liars-dice': [
    {
      name: 'accepts every reveal',
      text: 'hashes.findIndex((hash, die) => sha256(',
      becomes: 'hashes.findIndex((hash, die) => false && sha256(',
    },
    {
      name: 'checks the first die only',
      text: 'hashes.findIndex((hash, die) => sha256(',
      becomes: 'hashes.findIndex((hash, die) => die === 0 && sha256(',
    },
    {
      name: 'believes every accusation',
      text: 'if (state.numbers === null) return false;\n  const { send }',
      becomes: 'return die !== undefined;\n  const { send }',
    },
    {
      name: 'believes a claimed win',
      text: "if (over && reason === 'dice_lost' && winner === over.winner && die === undefined) return { state, ...endOf(state) };",
      becomes: "if (reason === 'dice_lost') return { state, end: { completed: true, winner } };",
    },
    {
      name: 'believes the winner of a lost game',
      text: 'winner === over.winner && die === undefined) return { state, ...endOf(state) };',
      becomes: 'die === undefined) return { state, end: { completed: true, winner } };',
    },
    {
      name: 'plays with or without wild ones as the host says',
      text: "return refuse(state, 'wrong_options', 'The host set other options than its invitation.');\n  return { state };",
      becomes:
        "if (message.dice !== state.terms.dice) return refuse(state, 'wrong_options', '');\n  return { state: { ...state, terms: { ...state.terms, ones_wild: message.ones_wild } } };",
    },
    {
      name: 'accepts lower faces',
      text: 'if (!canBid(state, quantity, face)) {\n    return refuse',
      becomes: 'if (!canBid(state, quantity, face) && quantity !== state.bids.at(-1)?.quantity) {\n    return refuse',
    },
    {
      name: 'accepts every round number',
      text: "if (round !== state.round) return refuse(state, 'wrong_round'",
      becomes: "if (round < state.round) return refuse(state, 'wrong_round'",
    },
  ],
  'connect-four': [
    ...believesEnds,
    {
      name: 'does not check the row on other grids',
      text: 'find((key) => expected[key] !== message[key])',
      becomes: "find((key) => (key !== 'row' || state.rows === 6) && expected[key] !== message[key])",
    },
    {
      name: 'accepts full columns of the guest late in the game',
      text: 'if (!canDrop(state, col))\n    return refuse',
      becomes: 'if (!canDrop(state, col) && state.moves.length < 12)\n    return refuse',
    },
  ],
  'dots-and-boxes': [
    {
      name: 'does not check totals on other grids',
      text: 'find((key) => expected[key] !== message[key])',
      becomes: "find((key) => (!key.endsWith('boxes') || state.size === 5) && expected[key] !== message[key])",
    },
    {
      name: 'believes an early winner',
      text: 'const expected = replyOf(played);',
      becomes:
        "if (message.winner === 'host') return { state: played, end: { completed: true, winner: 'host' } };\n    const expected = replyOf(played);",
    },
    {
      name: 'lets a side pass when a line is due',
      text: "if (draws !== (play !== 'pass')) return refuse",
      becomes:
        "if (draws && play === 'pass') return nextStep({ ...state, plays: [...state.plays, play] });\n  if (draws !== (play !== 'pass')) return refuse",
    },
    {
      name: 'plays by the size that the guest asks for, and says so',
      text: "if (size !== state.size)\n    return refuse(state, 'wrong_options', `The guest wanted",
      becomes: "if (false)\n    return refuse(state, 'wrong_options', `The guest wanted",
    },
  ],
  gomoku: [
    {
      name: 'believes an early winner',
      text: 'const played = { ...state, plays: [...state.plays, message.play] };',
      becomes:
        "const played = { ...state, plays: [...state.plays, message.play] };\n  if (message.winner === 'host') return { state: played, end: { completed: true, winner: 'host' } };",
    },
    {
      name: 'accepts occupied points',
      text: 'if (!allows(game, by, message.play)) {',
      becomes:
        "if (!allows(game, by, message.play) && !(isStone(message.play) && game.mover === by && game.due === 'stone')) {",
    },
    {
      name: 'lets the other side pass',
      text: 'if (!allows(game, by, message.play)) {',
      becomes: "if (!allows(game, by, message.play) && message.play !== 'pass') {",
    },
  ],
  reversi: [
    {
      name: 'lets the guest pass with a legal move',
      text: 'if (!isLegal(state, cell)) return refuse(state, ...mistakeOf(state, cell));',
      becomes: 'if (cell !== PASS && !isLegal(state, cell)) return refuse(state, ...mistakeOf(state, cell));',
    },
    {
      name: 'does not check discs after twenty moves',
      text: 'find((key) => expected[key] !== message[key])',
      becomes: "find((key) => (!key.endsWith('discs') || state.moves.length < 20) && expected[key] !== message[key])",
    },
    ...believesEnds,
  ],
  'rock-paper-scissors': [
    {
      name: 'plays by whatever terms the host states',
      text: 'const terms = termsOf({ best_of: ready.best_of, ...state.options });',
      becomes:
        'const terms = { best_of: ready.best_of, rounds_to_win: ready.rounds_to_win, termination: ready.termination };',
    },
    {
      name: 'does not check wins in longer games',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => (!key.endsWith('wins') || state.terms.best_of === 3) && own[key] !== message[key])) {",
    },
    {
      name: 'believes an early end',
      text: "if (message.action !== 'round_result') return leave",
      becomes:
        "if (message.game_over) return { state, end: { completed: true, winner: message.game_winner } };\n  if (message.action !== 'round_result') return leave",
    },
    {
      name: 'judges by the hands that the host states',
      text: 'if (opened) {',
      becomes: 'if (false) {',
    },
  ],
  'prisoners-dilemma': [
    {
      name: 'does not check totals in shorter games',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => (!key.endsWith('total') || state.terms.rounds === 20) && own[key] !== message[key])) {",
    },
    {
      name: 'believes a draw',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => !(key === 'game_winner' && message[key] === 'draw') && own[key] !== message[key])) {",
    },
  ],
  'sealed-bid-auction': [
    {
      name: 'does not check the lots that the host offers',
      text: 'ready.values.length === state.values.length && ready.values.every((value, at) => value === state.values[at]);',
      becomes: 'ready.values.length === state.values.length;',
    },
    {
      name: 'does not check the price of the second price',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => (key !== 'price' || state.terms.pricing === 'first_price') && own[key] !== message[key])) {",
    },
    {
      name: 'accepts a bid of one too much',
      text: 'bid >= 0 && bid <= purseOf(state, seat).budget;',
      becomes: 'bid >= 0 && bid <= purseOf(state, seat).budget + 1;',
    },
  ],
  'weak-wins': [
    {
      name: 'believes a draw',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => !(key === 'game_winner' && message[key] === 'draw') && own[key] !== message[key])) {",
    },
    {
      name: 'does not check scores in longer games',
      text: 'if (Object.keys(own).some((key) => own[key] !== message[key])) {',
      becomes:
        "if (Object.keys(own).some((key) => (!key.endsWith('score') || state.terms.total_rounds === 5) && own[key] !== message[key])) {",
    },
  ],
  oracle: [
    {
      name: 'takes an error for an answer',
      text: "state.role === 'guest' && message.action === 'sign'",
      becomes: "state.role === 'guest'",
    },
  ],
};
