/** Known findings that are not fixed yet. The list only shrinks: an entry whose finding no longer occurs fails the tests. */
import type { Finding, FindingKind } from './finding.ts';

export interface Accepted {
  /** Of `where`: the screen, its size and frame. */
  screen: RegExp;
  kinds: readonly FindingKind[];
  selector: RegExp;
  /** A screen and a size where it certainly occurs: if it isn't found there, it is fixed. */
  at: string;
  reason: string;
}

const smallBoards = 'at 640 by 400 the board has too little of the window';

export const accepted: readonly Accepted[] = [
  {
    screen: /^(board-connect-four|table-|replay|broken-).* 640x400/,
    ...{ kinds: ['target'], selector: /^#columns/, at: 'board-connect-four-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^board-reversi.* 640x400/,
    ...{ kinds: ['target', 'small-text'], selector: /^#(cells|grid)/ },
    ...{ at: 'board-reversi-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^board-gomoku.* (640x400|900x600)/,
    ...{ kinds: ['target'], selector: /^#points/, at: 'board-gomoku-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^board-dots-and-boxes.* 640x400/,
    ...{ kinds: ['target'], selector: /^#places/, at: 'board-dots-and-boxes-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^(board|broken)-battleship/,
    ...{ kinds: ['target', 'small-text'], selector: /^#(cells|main-sea|second-sea)/ },
    ...{ at: 'board-battleship-shooting 640x400', reason: smallBoards },
  },
  {
    screen: /^(board|broken)-liars-dice.* 640x400/,
    ...{
      kinds: ['target'],
      selector: /^(#bids|button\[data-)/,
      at: 'board-liars-dice-bidding 640x400',
      reason: smallBoards,
    },
  },
  {
    screen: /^board-rock-paper-scissors.* 640x400/,
    ...{ kinds: ['cut', 'covered'], selector: /^#(own-card|their-card|hands)/ },
    ...{ at: 'board-rock-paper-scissors-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^board-oracle.* 640x400/,
    ...{ kinds: ['overlap'], selector: /^#question/, at: 'board-oracle-start 640x400', reason: smallBoards },
  },
  {
    screen: /^board-(weak-wins|prisoners-dilemma|sealed-bid-auction).* 640x400/,
    ...{ kinds: ['spill', 'overlap', 'contrast'], selector: /^#(own-card|their-card|lot|verdict)/ },
    ...{ at: 'board-sealed-bid-auction-middle 640x400', reason: smallBoards },
  },
  {
    screen: /^board-sealed-bid-auction/,
    ...{ kinds: ['faint'], selector: /^#slider$/, at: 'board-sealed-bid-auction-middle 1280x800' },
    reason: "the slider's track is 2.7:1 on the board",
  },
  {
    screen: /^board-.* typed/,
    ...{ kinds: ['unexplained'], selector: /^#type-an-answer$/, at: 'board-sealed-bid-auction-middle 1280x800' },
    reason: 'the decision bar does not say why an amount is refused',
  },
  {
    screen: /640x400/,
    ...{ kinds: ['target'], selector: /^header.* > b\.truncate > a/, at: 'table-plain 640x400' },
    reason: "the name in the table's header is 20 px high",
  },
  {
    screen: /^registering 640x400/,
    ...{ kinds: ['covered'], selector: /^footer/, at: 'registering 640x400' },
    reason: 'the status bar has too little room for the proof of work',
  },
  {
    screen: /^result-answered .* typed/,
    ...{ kinds: ['unexplained'], selector: /_worth_/, at: 'result-answered 640x400' },
    reason: 'an amount or a unit that is refused is only marked',
  },
  {
    screen: /^table-client-panel .*640x400/,
    ...{ kinds: ['covered', 'contrast'], selector: /./, at: 'table-client-panel 640x400' },
    reason: 'the side panel lies over the page instead of beside it',
  },
  {
    screen: /^studio-/,
    ...{ kinds: ['target'], selector: /^#columns/, at: 'studio-four 900x600' },
    reason: 'the preview scales the board to the size that the author picked',
  },
];

const isOf = ({ screen, kinds, selector }: Accepted, finding: Finding): boolean =>
  kinds.includes(finding.kind) && selector.test(finding.selector) && screen.test(finding.where);

export const withoutAccepted = (findings: readonly Finding[]): Finding[] =>
  findings.filter((finding) => !accepted.some((entry) => isOf(entry, finding)));

/** Entries that didn't occur in `places`, the screens with their sizes that were inspected. */
export const mended = (findings: readonly Finding[], places: readonly string[]): Accepted[] =>
  accepted
    .filter(({ at }) => places.includes(at))
    .filter((entry) => !findings.some((finding) => isOf(entry, finding) && finding.where.startsWith(entry.at)));
