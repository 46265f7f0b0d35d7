/** Draws the scores, a strip of past rounds, both moves as cards, and a radio group to choose a move. */
import { gameOf } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

const MOVES = ['cooperate', 'defect'];
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The move in the decision bar when the question of a round closed, which is the one that this seat sealed. */
let sealed = { round: -1, move: null };

const parlor = connectBoard({
  onContext(next) {
    context = next;
    setTexts(wordsIn(next.locale));
    draw();
  },
  onState({ record }) {
    const next = gameOf(record);
    const isRevealed = game && next.round === game.round + 1;
    game = next;
    draw();
    if (isRevealed) flipCards();
  },
  onAsk(nextAsk, nextPicked) {
    if (ask && !nextAsk && game) sealed = { round: game.round, move: picked };
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

function setTexts(language) {
  if (language === words) return;
  words = language;
  document.querySelector('h1').textContent = document.title = words.title;
  byId('rounds').ariaLabel = words.rounds;
  byId('arena').ariaLabel = words.arena;
  byId('moves').replaceChildren();
}

const otherSeat = () => (context.role === 'host' ? 'guest' : 'host');
/** The user's name in Unicode isolates, so that its writing direction does not affect the text around it. */
const theirName = () => (context.names?.[otherSeat()] ? `\u2068${context.names[otherSeat()]}\u2069` : words.their);

function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function sign(move, cls = '') {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${move}`);
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('class', `sign ${cls}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.over);
  drawScore('own', words.own, game.totals[context.role]);
  drawScore('their', theirName(), game.totals[otherSeat()]);
  byId('round').textContent = words.round(Math.min(game.round + 1, game.rounds), game.rounds);
  drawRounds();
  drawArena();
  drawVerdict();
  drawMoves();
}

function drawScore(side, name, total) {
  byId(`${side}-score`).replaceChildren(
    element('span', { className: 'mark', ariaHidden: 'true' }),
    element('span', { className: 'name', textContent: name }),
    element('b', { textContent: total }),
  );
}

/** The latest rounds that fit, oldest first, with the own move above the other side's. */
function drawRounds() {
  const size = Math.max(18, Math.min(34, 0.045 * Math.min(innerWidth, innerHeight)));
  const shown = game.played.slice(-Math.max(1, Math.floor((Math.min(innerWidth, 900) - 60) / (size + 8))));
  const first = game.played.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [context.role, otherSeat()];
      const summary = words.past(
        first + index + 1,
        words.move[round[own]],
        words.move[round[their]],
        round.points[own],
        round.points[their],
      );
      return element(
        'li',
        {},
        sign(round[own], 'own'),
        sign(round[their], 'their'),
        element('span', { className: 'aside', textContent: summary }),
      );
    }),
  );
}

/** Both seats' cards: the picked or sealed move, or the one revealed last. */
function drawArena() {
  const last = game.played.at(-1);
  if (ask && picked !== null) {
    drawCard('own', 'picked', picked, words.pick, words.move[picked]);
    drawCard('their', 'empty', null, words.hidden);
  } else if (isSealed()) {
    const move = sealed.round === game.round ? sealed.move : null;
    drawCard('own', 'sealed', move, words.sealed, words.move[move]);
    drawCard('their', 'sealed', null, words.hidden);
  } else if (last) {
    for (const [side, seat] of [
      ['own', context.role],
      ['their', otherSeat()],
    ]) {
      drawCard(side, 'open', last[seat], words.move[last[seat]], words.points(last.points[seat]));
    }
  } else {
    drawCard('own', 'empty', null, words.empty[0]);
    drawCard('their', 'empty', null, words.empty[1]);
  }
}

/** Whether this seat has sealed its move. A replay has no questions, so there the commitment decides. */
const isSealed = () => !ask && !game.over && (game.committed || sealed.round === game.round);

function drawCard(side, kind, move, caption, strong = '') {
  const card = byId(`${side}-card`);
  card.dataset.kind = kind;
  const blank = element('span', { className: 'blank', textContent: '?', ariaHidden: 'true' });
  card.replaceChildren(
    move === null ? blank : sign(move),
    element('figcaption', {}, `${caption} `, element('b', { textContent: strong })),
  );
}

function drawVerdict() {
  byId('verdict').replaceChildren(
    ...verdictParts().map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The text under the moves as pieces `[text, isStrong]`. */
function verdictParts() {
  if (game.over) {
    const end = { [context.role]: 'own', [otherSeat()]: 'their', draw: 'draw' }[winner()] ?? 'none';
    const score = words.score(game.totals[context.role], game.totals[otherSeat()]);
    return [[words.over[end], true], [game.completed ? score : '']];
  }
  if (isSealed()) return [[words.wait[0], true], [words.wait[1]]];
  const last = game.played.at(-1);
  const story = last ? words.story[`${last[context.role]} ${last[otherSeat()]}`] : '';
  return [[story], [ask ? words.choose : '', true]];
}

/** The record has the last result a moment before it has `end`; until then the winner is computed. */
function winner() {
  if (game.winner !== null || !game.completed) return game.winner;
  if (game.totals.host === game.totals.guest) return 'draw';
  return game.totals.host > game.totals.guest ? 'host' : 'guest';
}

/** Two radio buttons; arrows move, Enter and Space pick, 1 and 2 pick at once. */
function drawMoves() {
  const group = byId('moves');
  if (group.children.length === 0) group.append(...MOVES.map(moveButton));
  const at = focused();
  [...group.children].forEach((button, index) => {
    const move = MOVES[index];
    const payoffs = payoffsOf(move);
    button.querySelector('small').textContent = payoffs;
    button.setAttribute('aria-label', words.choice(words.move[move], payoffs));
    button.setAttribute('aria-checked', String(ask !== null && move === picked));
    button.setAttribute('aria-disabled', String(!isLegal(move)));
    button.tabIndex = index === (at ?? Math.max(0, MOVES.indexOf(picked))) ? 0 : -1;
  });
}

function payoffsOf(move) {
  const { temptation, reward, punishment, sucker } = game;
  return move === 'cooperate' ? words.payoffs[move](reward, sucker) : words.payoffs[move](punishment, temptation);
}

function moveButton(move) {
  const label = element('span', {}, words.move[move], element('small'));
  const button = element('button', { type: 'button' }, sign(move), label);
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(move));
  return button;
}

const isLegal = (move) => ask?.choices.some(({ value }) => value === move) ?? false;

function pick(move) {
  if (isLegal(move)) void parlor.pick(move);
}

/** The index of the button with the keyboard focus, or null. */
function focused() {
  const at = [...byId('moves').children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const from = focused() ?? Math.max(0, MOVES.indexOf(picked));
  if (/^Arrow/.test(event.key)) byId('moves').children[1 - from].focus();
  else if (/^[12]$/.test(event.key)) pick(MOVES[Number(event.key) - 1]);
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** Flips both cards when a round is revealed. */
function flipCards() {
  if (context.reduced_motion) return;
  for (const card of [byId('own-card'), byId('their-card')]) {
    card.animate([{ transform: 'scaleX(.2)' }, { transform: 'none' }], {
      duration: 220,
      easing: 'cubic-bezier(.2,0,0,1)',
    });
  }
}

addEventListener('resize', draw);
